#include "engine/crowd/pair_space.h"

#include "cpa/core/memory.h"
#include "engine/crowd/crowd_view.h"
#include "engine/crowd/pair_tracking.h"
#include "engine/crowd/tally.h"
#include "util/arena.h"

#include <string.h>

typedef struct half {
    const configuration_t *configuration; /* common: main alone; local: thread 1 alone */
    const bindings_t *bindings;
} half_t;

typedef VEC(half_t) halves_t;

typedef struct numbered {
    half_t half;
    uint32_t number;
} numbered_t;

typedef struct data {
    part_t values;
    const orders_t *facts;
} data_t;

/* What is remembered of a step. */
typedef struct memo {
    uint32_t common, mover;
    const orders_t *facts;
    pair_outcomes_t outcomes;
} memo_t;

struct pair_space {
    const program_t *program;
    crowd_view_t view;
    arena_t *arena;
    bindings_table_t *bindings;
    orders_domain_t *domain;
    halves_t commons, locals; /* locals.data[PAIR_MAIN] is nobody */
    intern_t numbers; /* numbered_t, of both kinds */
    intern_t memo;
    map64_t shapes; /* configuration -> bindings_t, whose variables are bound there */
    pair_tracking_t tracking;
    tallies_t tallies;
    /* Scratch. */
    binding_vec_t all, part, rest; /* rest: values that are known, but not tracked */
    binding_vec_t dropped;
    VEC(pair_outcome_t) found;
    parts_t successors;
};

static bool same_half(const void *in_table, const void *key) {
    const half_t *a = &((const numbered_t *)in_table)->half, *b = key;
    return a->configuration == b->configuration && a->bindings == b->bindings;
}

static bool same_memo(const void *in_table, const void *key) {
    const memo_t *a = in_table, *b = key;
    return a->common == b->common && a->mover == b->mover && a->facts == b->facts;
}

pair_space_t *pair_space_new(const program_t *program, const char **why) {
    *why = crowd_objection(program);
    if (*why) return NULL;
    pair_space_t *space = mem_zalloc(sizeof *space);
    space->program = program;
    crowd_view_init(&space->view, program);
    space->arena = arena_new();
    space->bindings = bindings_table_new();
    space->domain = orders_domain_new(program);
    VEC_PUSH(space->locals, (half_t){.bindings = bindings_empty(space->bindings)});
    intern_init(&space->numbers, same_half);
    intern_init(&space->memo, same_memo);
    return space;
}

void pair_space_delete(pair_space_t *space) {
    if (!space) return;
    crowd_view_free(&space->view);
    bindings_table_delete(space->bindings);
    orders_domain_delete(space->domain);
    VEC_FREE(space->commons);
    VEC_FREE(space->locals);
    intern_free(&space->numbers);
    intern_free(&space->memo);
    map64_free(&space->shapes);
    pair_tracking_free(&space->tracking);
    tallies_free(&space->tallies);
    VEC_FREE(space->all);
    VEC_FREE(space->part);
    VEC_FREE(space->rest);
    VEC_FREE(space->dropped);
    VEC_FREE(space->found);
    VEC_FREE(space->successors);
    arena_delete(space->arena);
    mem_free(space);
}

orders_domain_t *pair_space_domain(const pair_space_t *space) {
    return space->domain;
}

void pair_space_restart(pair_space_t *space) {
    VEC_CLEAR(space->commons);
    space->locals.len = 1;
    intern_free(&space->numbers);
    intern_free(&space->memo);
    intern_init(&space->numbers, same_half);
    intern_init(&space->memo, same_memo);
    map64_clear(&space->shapes);
    space->tracking.has_widened = false;
}

void pair_space_set_patience(pair_space_t *space, unsigned values, bool everywhere) {
    pair_tracking_reset(&space->tracking, values, everywhere);
}

bool pair_space_has_widened(const pair_space_t *space) {
    return space->tracking.has_widened;
}

/* All halves of a configuration bind the same: what one of them does not, the others
 * may not. */
static void adapt(pair_space_t *space, const configuration_t *c) {
    uint64_t found;
    if (!map64_get(&space->shapes, map64_pointer(c), &found)) {
        map64_put(
            &space->shapes, map64_pointer(c),
            map64_pointer(bindings_intern(space->bindings, space->part.data, space->part.len)));
        return;
    }
    const bindings_t *shape = (const bindings_t *)(uintptr_t)found;
    uint64_t value;
    for (uint32_t i = 0, j = 0; i < shape->count; i++) {
        while (j < space->part.len && space->part.data[j].variable < shape->at[i].variable) j++;
        if (j == space->part.len || space->part.data[j].variable != shape->at[i].variable)
            pair_tracking_give_up(&space->tracking, c, shape->at[i].variable);
    }
    size_t kept = 0;
    for (size_t j = 0; j < space->part.len; j++) {
        binding_t binding = space->part.data[j];
        if (bindings_get(shape, binding.variable, &value)) {
            space->part.data[kept++] = binding;
        } else {
            pair_tracking_give_up(&space->tracking, c, binding.variable);
            VEC_PUSH(space->rest, binding);
        }
    }
    space->part.len = kept;
}

/* Of the values in the description, those of one owner, under the names that a half
 * uses: the tracked ones to part, the others to rest. routine: of a new thread. */
static void collect(pair_space_t *space, const configuration_t *c, unsigned owner,
                    const function_t *routine) {
    VEC_CLEAR(space->part);
    VEC_CLEAR(space->rest);
    for (size_t i = 0; i < space->view.description.bindings.len; i++) {
        binding_t binding = space->view.description.bindings.data[i];
        if (variable_kind(binding.variable) == VARIABLE_EXIT ||
            memory_owner(binding.variable) != owner)
            continue;
        if (routine) binding.variable = crowd_as_thread_one(routine, binding.variable);
        if (pair_is_tracked(&space->tracking, c, binding))
            VEC_PUSH(space->part, binding);
        else
            VEC_PUSH(space->rest, binding);
    }
    adapt(space, c);
}

static uint32_t intern_half(pair_space_t *space, halves_t *halves, const configuration_t *c) {
    half_t half = {c, bindings_intern(space->bindings, space->part.data, space->part.len)};
    uint64_t hash = hash_mix(c->id, half.bindings->id);
    numbered_t *known = intern_find(&space->numbers, hash, &half);
    if (known) return known->number;
    known = ARENA_NEW(space->arena, numbered_t);
    *known = (numbered_t){half, (uint32_t)halves->len};
    VEC_PUSH(*halves, half);
    intern_add(&space->numbers, hash, known);
    return known->number;
}

static data_t data_of(pair_space_t *space, uint32_t common, uint32_t mover, const orders_t *facts) {
    const bindings_t *a = space->commons.data[common].bindings;
    const bindings_t *b = space->locals.data[mover].bindings;
    VEC_CLEAR(space->all);
    for (uint32_t i = 0, j = 0; i < a->count || j < b->count;) {
        bool first = j == b->count || (i < a->count && a->at[i].variable < b->at[j].variable);
        VEC_PUSH(space->all, first ? a->at[i++] : b->at[j++]);
    }
    return (data_t){value_of_bindings(space->view.value, space->all.data, space->all.len), facts};
}

/* A step of one thread, and on to the next location that matters. */

typedef struct {
    const configuration_t *view;
    data_t data;
} inside_t;

typedef struct {
    pair_space_t *space;
    uint32_t common, mover; /* from where */
    uint32_t thread;
    bool is_error, is_visible;
    VEC(inside_t) open;
    map64_t seen;
} section_t;

/* What a half says of values is not said by facts, what it leaves out is. */
static const orders_t *settle(pair_space_t *space, const orders_t *facts) {
    return orders_settle(space->domain, facts, space->rest.data, space->rest.len, space->part.data,
                         space->part.len);
}

/* New threads get their place among the names of facts. The local of a new thread
 * speaks of it as thread 1. */
static const orders_t *settle_new(pair_space_t *space, const orders_t *facts, uint32_t index) {
    unsigned name = PAIR_SPAWNED + index;
    VEC_CLEAR(space->all);
    VEC_CLEAR(space->dropped);
    for (size_t i = 0; i < space->rest.len; i++)
        VEC_PUSH(space->all, (binding_t){orders_of_thread(space->rest.data[i].variable, name),
                                         space->rest.data[i].value});
    for (size_t i = 0; i < space->part.len; i++)
        VEC_PUSH(space->dropped, (binding_t){orders_of_thread(space->part.data[i].variable, name),
                                             space->part.data[i].value});
    return orders_settle(space->domain, facts, space->all.data, space->all.len, space->dropped.data,
                         space->dropped.len);
}

static bool add_outcome(section_t *section, const configuration_t *c, data_t data) {
    pair_space_t *space = section->space;
    bool by_main = section->mover == PAIR_MAIN;
    crowd_describe(&space->view, data.values, c);
    if (!crowd_stays_apart(&space->view, c, by_main)) return false;
    pair_outcome_t outcome = {.mover = section->mover};
    orders_renaming_t names = {
        .count = 2, .from = {PAIR_FIRST, PAIR_SECOND}, .to = {PAIR_FIRST, PAIR_SECOND}};
    if (!by_main) {
        names.from[names.count] = names.to[names.count] = PAIR_MOVER;
        names.count++;
    }
    for (uint32_t t = by_main ? 1 : 2; t < c->thread_count; t++) {
        if (c->threads[t].status != THREAD_RUNNING) continue;
        if (outcome.spawn_count == PAIR_MAX_SPAWNED)
            return crowd_fail(&space->view, NULL, "a step creates many threads");
        names.from[names.count] = t;
        names.to[names.count++] = PAIR_SPAWNED + outcome.spawn_count++;
    }
    outcome.facts = orders_rename(space->domain, data.facts, &names);
    for (uint32_t t = by_main ? 1 : 2, n = 0; t < c->thread_count; t++) {
        if (c->threads[t].status != THREAD_RUNNING) continue;
        const configuration_t *alone = crowd_new_configuration(&space->view, &c->threads[t]);
        collect(space, alone, t, c->threads[t].frames[0].node->function);
        outcome.facts = settle_new(space, outcome.facts, n);
        outcome.spawned[n++] = intern_half(space, &space->locals, alone);
    }
    const configuration_t *common = crowd_common_configuration(&space->view, c);
    collect(space, common, 0, NULL);
    outcome.facts = settle(space, outcome.facts);
    outcome.common = intern_half(space, &space->commons, common);
    if (!by_main) {
        outcome.mover = PAIR_ENDED;
        if (c->thread_count > 1 && c->threads[1].status == THREAD_RUNNING) {
            const configuration_t *alone = crowd_local_configuration(&space->view, &c->threads[1]);
            collect(space, alone, 1, NULL);
            outcome.facts = settle(space, outcome.facts);
            outcome.mover = intern_half(space, &space->locals, alone);
        }
    }
    if (outcome.common != section->common) section->is_visible = true;
    VEC_PUSH(space->found, outcome);
    return true;
}

enum { SECTION_LIMIT = 20000 };

/* Two conditions of which exactly one holds. */
static bool are_opposite(const edge_t *a, const edge_t *b) {
    if (a->kind != EDGE_ASSUME || b->kind != EDGE_ASSUME) return false;
    return (a->value->kind == EXPR_NOT && a->value->a[0] == b->value) ||
           (b->value->kind == EXPR_NOT && b->value->a[0] == a->value);
}

/* Neither does anybody notice what the thread does from here, nor can it be
 * disturbed or stopped: it may go on at once. */
static bool goes_on(const configuration_t *c, uint32_t thread) {
    if (thread >= c->thread_count || c->threads[thread].status != THREAD_RUNNING) return false;
    const thread_t *t = &c->threads[thread];
    const node_t *node = thread_top(t)->node;
    if (node->is_loop_head || !node->out.len || node->out.len > 2) return false;
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        if (edge->access.shared || edge->access.anything) return false;
        switch (edge->kind) {
        case EDGE_NOP:
        case EDGE_ASSIGN:
        case EDGE_STORE:
        case EDGE_CALL:
            if (node->out.len > 1) return false;
            break;
        case EDGE_RETURN:
            if (node->out.len > 1 || t->frame_count == 1) return false;
            break;
        case EDGE_ASSUME: break;
        default: return false;
        }
    }
    return node->out.data[0]->kind != EDGE_ASSUME ||
           (node->out.len == 2 && are_opposite(node->out.data[0], node->out.data[1]));
}

/* Facts about others may speak of all that lies on no stack, whoever uses it. */
static bool writes_common(const program_t *program, const edge_t *edge) {
    bool found = edge->access.writes && edge->access.anything;
    for (size_t i = 0; edge->access.writes && !found && i < edge->access.count; i++) {
        const object_t *object = edge->access.objects[i];
        found = object->function == program->main ||
                (object->kind != OBJECT_LOCAL && object->kind != OBJECT_THREAD);
    }
    return found;
}

static bool is_noticed(const program_t *program, const edge_t *edge) {
    switch (edge->kind) {
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK:
    case EDGE_THREAD_CREATE: return true;
    default: return writes_common(program, edge);
    }
}

static bool arrive(section_t *section, const step_t *step, data_t data) {
    pair_space_t *space = section->space;
    const configuration_t *after = step->after;
    if (is_noticed(space->program, step->edge)) section->is_visible = true;
    if (after->has_exited) return true;
    if (after->unsupported) {
        strbuf_clear(&space->view.reason);
        threading_print_reason(&space->view.reason, after->unsupported);
        return false;
    }
    if (configuration_is_error(after)) {
        section->is_error = true;
        return true;
    }
    if (threading_atomic_thread(after) == UINT32_MAX && !goes_on(after, section->thread))
        return add_outcome(section, after, data);
    uint64_t key = hash_mix(map64_pointer(after), map64_pointer(data.values)), one;
    key = hash_mix(key, map64_pointer(data.facts));
    if (map64_get(&section->seen, key, &one)) return true;
    if (section->seen.len > SECTION_LIMIT)
        return crowd_fail(&space->view, step->edge, "an atomic section has too many states");
    map64_put(&section->seen, key, 1);
    VEC_PUSH(section->open, (inside_t){after, data});
    return true;
}

static bool step_from(section_t *section, const configuration_t *c, data_t data) {
    pair_space_t *space = section->space;
    cpa_t *value = space->view.value;
    crowd_query_t q = {value, data.values};
    crowd_moves(&space->view, c, data.values, section->thread);
    for (size_t i = 0; i < space->view.moves.len; i++) {
        const step_t step = space->view.moves.data[i];
        pair_share_fates(&space->tracking, space->program, &step, &q);
        const orders_t *facts = orders_transfer(space->domain, data.facts, &step, crowd_query, &q);
        if (!facts) continue;
        VEC_CLEAR(space->successors);
        value->class->transfer(value, data.values, &step, &space->successors);
        for (size_t j = 0; j < space->successors.len; j++) {
            part_t next = space->successors.data[j];
            if (step.edge->kind == EDGE_THREAD_CREATE && !step.after->unsupported)
                next = crowd_without_handle(&space->view, data.values, next, &step);
            if (!arrive(section, &step, (data_t){next, facts})) return false;
        }
    }
    return true;
}

static const configuration_t *view_of(pair_space_t *space, uint32_t common, uint32_t mover) {
    const configuration_t *c = space->commons.data[common].configuration;
    if (mover == PAIR_MAIN) return c;
    return crowd_join_halves(&space->view, c, space->locals.data[mover].configuration);
}

const pair_outcomes_t *pair_space_steps(pair_space_t *space, uint32_t common, uint32_t mover,
                                        const orders_t *facts) {
    memo_t key = {.common = common, .mover = mover, .facts = facts};
    uint64_t hash = hash_mix(hash_mix(common, mover), facts->id);
    memo_t *known = intern_find(&space->memo, hash, &key);
    if (known) return &known->outcomes;
    section_t section = {
        .space = space, .common = common, .mover = mover, .thread = mover == PAIR_MAIN ? 0 : 1};
    VEC_CLEAR(space->found);
    bool ok =
        step_from(&section, view_of(space, common, mover), data_of(space, common, mover, facts));
    while (ok && section.open.len) {
        inside_t inside = VEC_POP(section.open);
        ok = step_from(&section, inside.view, inside.data);
    }
    VEC_FREE(section.open);
    map64_free(&section.seen);
    if (!ok) return NULL;
    known = ARENA_NEW(space->arena, memo_t);
    pair_outcome_t *at = ARENA_ARRAY(space->arena, pair_outcome_t, space->found.len);
    if (space->found.len) memcpy(at, space->found.data, space->found.len * sizeof *at);
    *known = key;
    known->outcomes = (pair_outcomes_t){at, space->found.len, section.is_error, section.is_visible};
    intern_add(&space->memo, hash, known);
    return &known->outcomes;
}

uint32_t pair_space_initial(pair_space_t *space, const orders_t **facts) {
    const configuration_t *start = threading_initial(space->view.threading);
    part_t part = space->view.value->class->initial(space->view.value, start);
    const configuration_t *common = crowd_common_configuration(&space->view, start);
    crowd_describe(&space->view, part, start);
    collect(space, common, 0, NULL);
    for (size_t i = 0; i < space->tallies.edges.len; i++) {
        VEC_PUSH(space->rest, (binding_t){pair_proof_done(i), 0});
        VEC_PUSH(space->rest, (binding_t){pair_proof_made(i), 0});
    }
    *facts = settle(space, orders_none(space->domain));
    return intern_half(space, &space->commons, common);
}

bool pair_space_count_threads(pair_space_t *space) {
    tallies_find(&space->tallies, space->program);
    for (size_t i = 0; i < space->tallies.edges.len; i++)
        orders_count(space->domain, space->tallies.edges.data[i],
                     passage_routine(space->tallies.passages.data[i]));
    return space->tallies.edges.len > 0;
}

size_t pair_space_tally_count(const pair_space_t *space) {
    return space->tallies.edges.len;
}

const edge_t *const *pair_space_tallies(const pair_space_t *space) {
    return (const edge_t *const *)space->tallies.edges.data;
}

const orders_t *pair_space_counted(pair_space_t *space, const uint32_t locals[3]) {
    const thread_t *threads[3];
    size_t count = 0;
    for (unsigned i = 0; i < 3; i++)
        if (locals[i]) threads[count++] = &space->locals.data[locals[i]].configuration->threads[1];
    return tallies_compare(&space->tallies, space->domain, threads, count);
}

const char *pair_space_reason(const pair_space_t *space) {
    return strbuf_text(&space->view.reason);
}

size_t pair_space_common_count(const pair_space_t *space) {
    return space->commons.len;
}

size_t pair_space_local_count(const pair_space_t *space) {
    return space->locals.len;
}

static kept_state_t kept(const half_t *half) {
    return (kept_state_t){.configuration = half->configuration,
                          .bindings = half->bindings->at,
                          .binding_count = half->bindings->count};
}

kept_state_t pair_space_common(const pair_space_t *space, uint32_t common) {
    return kept(&space->commons.data[common]);
}

kept_state_t pair_space_local(const pair_space_t *space, uint32_t local) {
    return kept(&space->locals.data[local]);
}
