#include "engine/crowd/half_space.h"

/* Halves. */

typedef struct numbered_half {
    half_t half;
    uint32_t number;
} numbered_half_t;

static bool same_half(const void *in_table, const void *key) {
    const half_t *a = &((const numbered_half_t *)in_table)->half, *b = key;
    return a->configuration == b->configuration && a->bindings == b->bindings &&
           a->facts == b->facts && a->held == b->held;
}

void half_space_init(half_space_t *space, const half_space_class_t *class, const program_t *program,
                     const void *nothing) {
    space->class = class;
    space->program = program;
    crowd_view_init(&space->view, program);
    space->arena = arena_new();
    space->bindings = bindings_table_new();
    intern_init(&space->commons.numbers, same_half);
    intern_init(&space->locals.numbers, same_half);
    half_t nobody = {.bindings = bindings_empty(space->bindings), .facts = nothing};
    VEC_PUSH(space->locals.at, nobody);
}

static void table_free(half_table_t *table) {
    VEC_FREE(table->at);
    intern_free(&table->numbers);
}

void half_space_free(half_space_t *space) {
    crowd_view_free(&space->view);
    bindings_table_delete(space->bindings);
    table_free(&space->commons);
    table_free(&space->locals);
    VEC_FREE(space->joined);
    VEC_FREE(space->successors);
    arena_delete(space->arena);
}

static void table_clear(half_table_t *table, size_t kept) {
    table->at.len = kept;
    intern_free(&table->numbers);
    intern_init(&table->numbers, same_half);
}

void half_space_clear(half_space_t *space) {
    table_clear(&space->commons, 0);
    table_clear(&space->locals, 1);
}

uint32_t half_space_add(half_space_t *space, half_table_t *table, half_t half) {
    uint64_t hash = hash_mix(half.configuration->id, half.bindings->id);
    hash = hash_mix(hash_mix(hash, map64_pointer(half.facts)), half.held ? half.held->id : 0);
    numbered_half_t *known = intern_find(&table->numbers, hash, &half);
    if (known) return known->number;
    known = ARENA_NEW(space->arena, numbered_half_t);
    *known = (numbered_half_t){half, (uint32_t)table->at.len};
    VEC_PUSH(table->at, half);
    intern_add(&table->numbers, hash, known);
    return known->number;
}

kept_state_t half_kept(const half_t *half) {
    return (kept_state_t){.configuration = half->configuration,
                          .bindings = half->bindings->at,
                          .binding_count = half->bindings->count};
}

const configuration_t *half_space_start(half_space_t *space) {
    const configuration_t *start = threading_initial(space->view.threading);
    part_t part = space->view.value->class->initial(space->view.value, start);
    crowd_describe(&space->view, part, start);
    return crowd_common_configuration(&space->view, start);
}

/* Moves. */

enum { SECTION_LIMIT = 20000 };

/* A view in the middle of a move. */
typedef struct inside_view {
    const configuration_t *view;
    view_data_t data;
} inside_view_t;

typedef struct view_walk {
    half_space_t *space;
    half_move_t *move;
    uint32_t thread;
    VEC(inside_view_t) open;
    map64_t seen;
} view_walk_t;

static const configuration_t *view_of(half_space_t *space, const half_move_t *move) {
    const configuration_t *c = half_space_common(space, move->common)->configuration;
    if (move->mover == HALF_MAIN) return c;
    return crowd_join_halves(&space->view, c, half_space_local(space, move->mover)->configuration);
}

static part_t values_of(half_space_t *space, const half_move_t *move) {
    const bindings_t *a = half_space_common(space, move->common)->bindings;
    const bindings_t *b = half_space_local(space, move->mover)->bindings;
    VEC_CLEAR(space->joined);
    for (uint32_t i = 0, j = 0; i < a->count || j < b->count;) {
        bool first = j == b->count || (i < a->count && a->at[i].variable < b->at[j].variable);
        VEC_PUSH(space->joined, first ? a->at[i++] : b->at[j++]);
    }
    return value_of_bindings(space->view.value, space->joined.data, space->joined.len);
}

static bool may_stop(const view_walk_t *walk, const configuration_t *view) {
    const half_space_class_t *class = walk->space->class;
    return threading_atomic_thread(view) == UINT32_MAX &&
           !(class->goes_on && class->goes_on(view, walk->thread));
}

static bool arrive(view_walk_t *walk, const step_t *step, const view_data_t *data) {
    half_space_t *space = walk->space;
    const configuration_t *after = step->after;
    if (space->class->notice) space->class->notice(space, step);
    if (after->has_exited) return true;
    if (after->unsupported) {
        strbuf_clear(&space->view.reason);
        threading_print_reason(&space->view.reason, after->unsupported);
        return false;
    }
    if (configuration_is_error(after)) {
        walk->move->is_error = true;
        return true;
    }
    if (may_stop(walk, after)) return space->class->add_outcome(space, walk->move, after, data);
    uint64_t key = hash_mix(map64_pointer(after), map64_pointer(data->values)), one;
    key = hash_mix(key, map64_pointer(data->facts));
    if (map64_get(&walk->seen, key, &one)) return true;
    if (walk->seen.len > SECTION_LIMIT)
        return crowd_fail(&space->view, step->edge, "an atomic section has too many states");
    map64_put(&walk->seen, key, 1);
    VEC_PUSH(walk->open, (inside_view_t){after, *data});
    return true;
}

static bool step_from(view_walk_t *walk, const configuration_t *view, const view_data_t *data) {
    half_space_t *space = walk->space;
    cpa_t *value = space->view.value;
    crowd_moves(&space->view, view, data->values, walk->thread);
    for (size_t i = 0; i < space->view.moves.len; i++) {
        const step_t step = space->view.moves.data[i];
        const void *facts = space->class->transfer(space, data, &step);
        if (!facts) continue;
        VEC_CLEAR(space->successors);
        value->class->transfer(value, data->values, &step, &space->successors);
        for (size_t j = 0; j < space->successors.len; j++) {
            part_t next = space->successors.data[j];
            if (step.edge->kind == EDGE_THREAD_CREATE && !step.after->unsupported)
                next = crowd_without_handle(&space->view, data->values, next, &step);
            if (!arrive(walk, &step, &(view_data_t){next, facts})) return false;
        }
    }
    return true;
}

bool half_space_move(half_space_t *space, half_move_t *move, const void *facts) {
    view_walk_t walk = {.space = space, .move = move, .thread = move->mover == HALF_MAIN ? 0 : 1};
    view_data_t data = {values_of(space, move), facts};
    bool ok = step_from(&walk, view_of(space, move), &data);
    while (ok && walk.open.len) {
        inside_view_t inside = VEC_POP(walk.open);
        ok = step_from(&walk, inside.view, &inside.data);
    }
    VEC_FREE(walk.open);
    map64_free(&walk.seen);
    return ok;
}
