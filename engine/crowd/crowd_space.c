#include "engine/crowd/crowd_space.h"

#include "cfa/layout.h"
#include "cpa/core/memory.h"
#include "engine/crowd/bounds.h"
#include "engine/crowd/crowd_view.h"
#include "engine/crowd/hulls.h"
#include "util/arena.h"

#include <string.h>

/* One half of a state. */
typedef struct half {
    const configuration_t *configuration; /* common: main alone; local: thread 1 alone */
    const bindings_t *bindings;
    const bounds_t *bounds;
    const bindings_t *held; /* local: what the thread has taken; says nothing about states */
} half_t;

typedef VEC(half_t) halves_t;

typedef struct numbered {
    half_t half;
    uint32_t number;
} numbered_t;

/* Both analyses of data side by side. */
typedef struct data {
    part_t values;
    const bounds_t *bounds;
} data_t;

struct crowd_space {
    const program_t *program;
    crowd_view_t view;
    arena_t *arena;
    bindings_table_t *bindings;
    bounds_domain_t *domain;
    halves_t commons, locals; /* locals.data[CROWD_MAIN] is nobody */
    intern_t common_numbers, local_numbers; /* numbered_t */
    map64_t steps; /* (common, mover) -> crowd_outcomes_t */
    /* Tracking: how many values each variable had. */
    unsigned patience;
    map64_t seen_values; /* hash of (variable, value) -> 1 */
    map64_t value_counts;
    bool has_widened;
    bool has_hulls; /* a variable with too many values has an interval at each place */
    hulls_t *hulls;
    /* Scratch. */
    binding_vec_t common_part, local_part, all;
    VEC(bound_t) common_bounds, local_bounds;
    VEC(crowd_outcome_t) found;
    VEC(uint32_t) spawned;
    parts_t successors;
};

static bool same_half(const void *in_table, const void *key) {
    const half_t *a = &((const numbered_t *)in_table)->half, *b = key;
    return a->configuration == b->configuration && a->bindings == b->bindings &&
           a->bounds == b->bounds && a->held == b->held;
}

crowd_space_t *crowd_space_new(const program_t *program, const char **why) {
    *why = crowd_objection(program);
    if (*why) return NULL;
    crowd_space_t *space = mem_zalloc(sizeof *space);
    space->program = program;
    crowd_view_init(&space->view, program);
    space->arena = arena_new();
    space->bindings = bindings_table_new();
    space->domain = bounds_domain_new(program);
    space->hulls = hulls_new(program);
    const bindings_t *none = bindings_empty(space->bindings);
    VEC_PUSH(
        space->locals,
        (half_t){.bindings = none, .bounds = bounds_intern(space->domain, NULL, 0), .held = none});
    intern_init(&space->common_numbers, same_half);
    intern_init(&space->local_numbers, same_half);
    return space;
}

void crowd_space_delete(crowd_space_t *space) {
    if (!space) return;
    crowd_view_free(&space->view);
    bindings_table_delete(space->bindings);
    VEC_FREE(space->commons);
    VEC_FREE(space->locals);
    bounds_domain_delete(space->domain);
    hulls_delete(space->hulls);
    intern_free(&space->common_numbers);
    intern_free(&space->local_numbers);
    map64_free(&space->steps);
    map64_free(&space->seen_values);
    map64_free(&space->value_counts);
    VEC_FREE(space->common_part);
    VEC_FREE(space->local_part);
    VEC_FREE(space->common_bounds);
    VEC_FREE(space->local_bounds);
    VEC_FREE(space->all);
    VEC_FREE(space->found);
    VEC_FREE(space->spawned);
    VEC_FREE(space->successors);
    arena_delete(space->arena);
    mem_free(space);
}

void crowd_space_restart(crowd_space_t *space) {
    VEC_CLEAR(space->commons);
    space->locals.len = 1;
    intern_free(&space->common_numbers);
    intern_free(&space->local_numbers);
    intern_init(&space->common_numbers, same_half);
    intern_init(&space->local_numbers, same_half);
    map64_clear(&space->steps);
    space->has_widened = false;
}

void crowd_space_set_patience(crowd_space_t *space, unsigned values, bool has_hulls) {
    space->patience = values;
    space->has_hulls = has_hulls;
    hulls_clear(space->hulls);
    map64_clear(&space->seen_values);
    map64_clear(&space->value_counts);
}

bool crowd_space_has_widened(const crowd_space_t *space) {
    return space->has_widened;
}

/* Tracked are variables of few values: counters of threads and tickets would
 * make the states endless. */
static bool is_tracked(crowd_space_t *space, binding_t binding) {
    uint64_t count = 0, one;
    map64_get(&space->value_counts, binding.variable, &count);
    if (count > space->patience) return false;
    uint64_t key = hash_mix(hash_mix(1, binding.variable), binding.value);
    if (map64_get(&space->seen_values, key, &one)) return true;
    map64_put(&space->seen_values, key, 1);
    map64_put(&space->value_counts, binding.variable, count + 1);
    if (count + 1 <= space->patience) return true;
    space->has_widened = true;
    return false;
}

/* What the half says of the variable; false: nothing. */
static bool range_in(const crowd_space_t *space, const half_t *half, variable_t variable,
                     range_t *range) {
    uint64_t value;
    if (!half) return false;
    if (bindings_get(half->bindings, variable, &value)) {
        *range = range_of_value(value, variable_width(space->program, variable));
        return true;
    }
    for (uint32_t i = 0; i < half->bounds->count; i++)
        if (half->bounds->at[i].variable == variable) {
            *range = half->bounds->at[i].range;
            return true;
        }
    return false;
}

/* What remains of a value or an interval that is not tracked: that it is not 0; with
 * hulls, an interval. What was learnt in the step, or not touched by it, stays: from few
 * intervals come few. Else it is the one for all values at the place. */
static bool keep_rest(crowd_space_t *space, bound_t *bound, const half_t *before,
                      const configuration_t *place) {
    unsigned width = variable_width(space->program, bound->variable);
    range_t rest = range_all(width), old;
    if (!space->has_hulls)
        rest.not_zero = bound->range.not_zero;
    else if (range_in(space, before, bound->variable, &old) && old.low <= bound->range.low &&
             bound->range.high <= old.high)
        rest = bound->range;
    else
        rest = hulls_add(space->hulls, bound->variable, place->id, width, bound->range,
                         &space->has_widened);
    bound->range = rest;
    return !range_is_all(rest, width);
}

/* Intervals have patience of their own. */
static bool is_tracked_bound(crowd_space_t *space, const bound_t *bound) {
    const uint64_t other_name = UINT64_C(3) << 62; /* no variable is of this kind */
    binding_t both = {bound->variable | other_name,
                      hash_mix((uint64_t)bound->range.low, (uint64_t)bound->range.high)};
    return is_tracked(space, both);
}

/* Interning halves. */

static uint32_t intern_half(crowd_space_t *space, intern_t *numbers, halves_t *halves,
                            half_t half) {
    uint64_t hash = hash_mix(half.configuration->id, half.bindings->id);
    hash = hash_mix(hash_mix(hash, half.bounds->id), half.held->id);
    numbered_t *known = intern_find(numbers, hash, &half);
    if (known) return known->number;
    known = ARENA_NEW(space->arena, numbered_t);
    *known = (numbered_t){half, (uint32_t)halves->len};
    VEC_PUSH(*halves, half);
    intern_add(numbers, hash, known);
    return known->number;
}

static uint32_t intern_common(crowd_space_t *space, const configuration_t *c) {
    half_t half = {
        .configuration = c,
        .bindings =
            bindings_intern(space->bindings, space->common_part.data, space->common_part.len),
        .bounds = bounds_intern(space->domain, space->common_bounds.data, space->common_bounds.len),
        .held = bindings_empty(space->bindings),
    };
    return intern_half(space, &space->common_numbers, &space->commons, half);
}

static uint32_t intern_local(crowd_space_t *space, const configuration_t *c,
                             const bindings_t *held) {
    half_t half = {
        .configuration = c,
        .bindings = bindings_intern(space->bindings, space->local_part.data, space->local_part.len),
        .bounds = bounds_intern(space->domain, space->local_bounds.data, space->local_bounds.len),
        .held = held,
    };
    return intern_half(space, &space->local_numbers, &space->locals, half);
}

static const configuration_t *view_of(crowd_space_t *space, uint32_t common, uint32_t mover) {
    const configuration_t *c = space->commons.data[common].configuration;
    if (mover == CROWD_MAIN) return c;
    return crowd_join_halves(&space->view, c, space->locals.data[mover].configuration);
}

static data_t data_of(crowd_space_t *space, uint32_t common, uint32_t mover) {
    const half_t *a = &space->commons.data[common], *b = &space->locals.data[mover];
    uint32_t i = 0, j = 0;
    VEC_CLEAR(space->all);
    while (i < a->bindings->count || j < b->bindings->count) {
        bool first =
            j == b->bindings->count ||
            (i < a->bindings->count && a->bindings->at[i].variable < b->bindings->at[j].variable);
        VEC_PUSH(space->all, first ? a->bindings->at[i++] : b->bindings->at[j++]);
    }
    VEC_CLEAR(space->common_bounds);
    i = j = 0;
    while (i < a->bounds->count || j < b->bounds->count) {
        bool first =
            j == b->bounds->count ||
            (i < a->bounds->count && a->bounds->at[i].variable < b->bounds->at[j].variable);
        VEC_PUSH(space->common_bounds, first ? a->bounds->at[i++] : b->bounds->at[j++]);
    }
    return (data_t){
        value_of_bindings(space->view.value, space->all.data, space->all.len),
        bounds_intern(space->domain, space->common_bounds.data, space->common_bounds.len)};
}

/* From a view to halves. */

/* What is known of the variables of one owner in the view, under the names that
 * they have in halves. A variable of both lists is in the first one only. */
static void collect(crowd_space_t *space, const bounds_t *bounds, unsigned owner,
                    const function_t *routine, const half_t *before, const configuration_t *place,
                    bool is_common) {
    size_t b = 0;
    binding_vec_t *values = is_common ? &space->common_part : &space->local_part;
    VEC_CLEAR(*values);
    if (is_common)
        VEC_CLEAR(space->common_bounds);
    else
        VEC_CLEAR(space->local_bounds);
    for (size_t i = 0; i < space->view.description.bindings.len || b < bounds->count;) {
        const binding_t *next = i < space->view.description.bindings.len
                                    ? &space->view.description.bindings.data[i]
                                    : NULL;
        bool is_value = next && (b == bounds->count || next->variable <= bounds->at[b].variable);
        variable_t variable = is_value ? next->variable : bounds->at[b].variable;
        binding_t binding = {variable, is_value ? next->value : 0};
        bound_t bound = is_value ? (bound_t){0} : bounds->at[b];
        if (is_value && b < bounds->count && bounds->at[b].variable == variable) b++;
        if (is_value)
            i++;
        else
            b++;
        if (variable_kind(variable) == VARIABLE_EXIT || memory_owner(variable) != owner) continue;
        if (routine) binding.variable = bound.variable = crowd_as_thread_one(routine, variable);
        if (is_value && is_tracked(space, binding)) {
            VEC_PUSH(*values, binding);
            continue;
        }
        if (is_value)
            bound = (bound_t){
                binding.variable,
                range_of_value(binding.value, variable_width(space->program, binding.variable))};
        if ((is_value || !is_tracked_bound(space, &bound)) &&
            !keep_rest(space, &bound, before, place))
            continue;
        if (is_common)
            VEC_PUSH(space->common_bounds, bound);
        else
            VEC_PUSH(space->local_bounds, bound);
    }
}

/* A new thread stands at the entry of its routine. */
static uint32_t new_thread(crowd_space_t *space, const configuration_t *view,
                           const bounds_t *bounds, uint32_t number) {
    const thread_t *thread = &view->threads[number];
    const configuration_t *place = crowd_new_configuration(&space->view, thread);
    collect(space, bounds, number, thread->frames[0].node->function, NULL, place, false);
    return intern_local(space, place, bindings_empty(space->bindings));
}

/* What a thread holds after a step, from what it held and how the common half
 * changed. Any answer is right; a good one finds the threads worth counting. */
static const bindings_t *held_after(crowd_space_t *space, const bindings_t *held,
                                    const half_t *before, const half_t *after) {
    VEC_CLEAR(space->all);
    uint64_t now, old;
    for (uint32_t i = 0; i < held->count; i++)
        if (bindings_get(after->bindings, held->at[i].variable, &now) && now)
            VEC_PUSH(space->all, held->at[i]);
    for (uint32_t i = 0; i < after->bindings->count; i++) {
        variable_t variable = after->bindings->at[i].variable;
        bool taken = after->bindings->at[i].value && variable_kind(variable) == VARIABLE_CELL &&
                     bindings_get(before->bindings, variable, &old) && !old;
        if (taken) binding_vec_set(&space->all, variable, 1);
    }
    const configuration_t *a = before->configuration, *b = after->configuration;
    for (uint32_t i = 0; i < b->lock_count; i++) {
        bool was_held = false;
        for (uint32_t j = 0; j < a->lock_count; j++)
            if (a->locks[j].address == b->locks[i].address) was_held = true;
        bool mine = was_held ? bindings_get(held, b->locks[i].address, &old) : true;
        if (mine) binding_vec_set(&space->all, b->locks[i].address, 1);
    }
    return bindings_intern(space->bindings, space->all.data, space->all.len);
}

/* The step being made. */
typedef struct {
    const configuration_t *view;
    data_t data;
} inside_t;

typedef struct {
    crowd_space_t *space;
    uint32_t common, mover; /* from where */
    uint32_t thread;
    bool is_error;
    VEC(inside_t) open; /* inside an atomic section */
    map64_t seen;
} section_t;

static bool add_outcome(section_t *section, const configuration_t *view, data_t data) {
    crowd_space_t *space = section->space;
    bool by_main = section->mover == CROWD_MAIN;
    crowd_describe(&space->view, data.values, view);
    if (!crowd_stays_apart(&space->view, view, by_main)) return false;
    VEC_CLEAR(space->spawned);
    for (uint32_t t = by_main ? 1 : 2; t < view->thread_count; t++)
        if (view->threads[t].status == THREAD_RUNNING)
            VEC_PUSH(space->spawned, new_thread(space, view, data.bounds, t));
    crowd_outcome_t outcome = {.mover = section->mover};
    const configuration_t *place = crowd_common_configuration(&space->view, view);
    collect(space, data.bounds, 0, NULL, &space->commons.data[section->common], place, true);
    outcome.common = intern_common(space, place);
    bool runs = view->thread_count > 1 && view->threads[1].status == THREAD_RUNNING;
    if (!by_main) outcome.mover = CROWD_ENDED;
    if (!by_main && runs) {
        const half_t *halves = space->commons.data;
        place = crowd_local_configuration(&space->view, &view->threads[1]);
        collect(space, data.bounds, 1, NULL, &space->locals.data[section->mover], place, false);
        outcome.mover = intern_local(space, place,
                                     held_after(space, space->locals.data[section->mover].held,
                                                &halves[section->common], &halves[outcome.common]));
    }
    uint32_t *spawned = ARENA_ARRAY(space->arena, uint32_t, space->spawned.len);
    if (space->spawned.len)
        memcpy(spawned, space->spawned.data, space->spawned.len * sizeof *spawned);
    outcome.spawned = spawned;
    outcome.spawn_count = (uint32_t)space->spawned.len;
    VEC_PUSH(space->found, outcome);
    return true;
}

enum { SECTION_LIMIT = 20000 };

static bool arrive(section_t *section, const step_t *step, data_t data) {
    crowd_space_t *space = section->space;
    const configuration_t *after = step->after;
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
    if (threading_atomic_thread(after) == UINT32_MAX) return add_outcome(section, after, data);
    uint64_t key = hash_mix(map64_pointer(after), map64_pointer(data.values)), one;
    key = hash_mix(key, map64_pointer(data.bounds));
    if (map64_get(&section->seen, key, &one)) return true;
    if (section->seen.len > SECTION_LIMIT)
        return crowd_fail(&space->view, step->edge, "an atomic section has too many states");
    map64_put(&section->seen, key, 1);
    VEC_PUSH(section->open, (inside_t){after, data});
    return true;
}

static bool step_from(section_t *section, const configuration_t *view, data_t data) {
    crowd_space_t *space = section->space;
    crowd_query_t q = {space->view.value, data.values};
    crowd_moves(&space->view, view, data.values, section->thread);
    for (size_t i = 0; i < space->view.moves.len; i++) {
        const step_t step = space->view.moves.data[i];
        const bounds_t *bounds =
            bounds_transfer(space->domain, data.bounds, &step, crowd_query, &q);
        if (!bounds) continue;
        VEC_CLEAR(space->successors);
        space->view.value->class->transfer(space->view.value, data.values, &step,
                                           &space->successors);
        for (size_t j = 0; j < space->successors.len; j++) {
            part_t next = space->successors.data[j];
            if (step.edge->kind == EDGE_THREAD_CREATE && !step.after->unsupported)
                next = crowd_without_handle(&space->view, data.values, next, &step);
            if (!arrive(section, &step, (data_t){next, bounds})) return false;
        }
    }
    return true;
}

const crowd_outcomes_t *crowd_space_steps(crowd_space_t *space, uint32_t common, uint32_t mover) {
    uint64_t key = (uint64_t)common << 32 | mover, known;
    if (map64_get(&space->steps, key, &known)) return (const crowd_outcomes_t *)(uintptr_t)known;
    section_t section = {
        .space = space, .common = common, .mover = mover, .thread = mover == CROWD_MAIN ? 0 : 1};
    VEC_CLEAR(space->found);
    bool ok = step_from(&section, view_of(space, common, mover), data_of(space, common, mover));
    while (ok && section.open.len) {
        inside_t inside = VEC_POP(section.open);
        ok = step_from(&section, inside.view, inside.data);
    }
    VEC_FREE(section.open);
    map64_free(&section.seen);
    if (!ok) return NULL;
    crowd_outcomes_t *outcomes = ARENA_NEW(space->arena, crowd_outcomes_t);
    crowd_outcome_t *at = ARENA_ARRAY(space->arena, crowd_outcome_t, space->found.len);
    if (space->found.len) memcpy(at, space->found.data, space->found.len * sizeof *at);
    *outcomes = (crowd_outcomes_t){at, space->found.len, section.is_error};
    map64_put(&space->steps, key, map64_pointer(outcomes));
    return outcomes;
}

uint32_t crowd_space_initial(crowd_space_t *space) {
    const configuration_t *start = threading_initial(space->view.threading);
    part_t part = space->view.value->class->initial(space->view.value, start);
    crowd_describe(&space->view, part, start);
    const configuration_t *place = crowd_common_configuration(&space->view, start);
    collect(space, bounds_intern(space->domain, NULL, 0), 0, NULL, NULL, place, true);
    return intern_common(space, place);
}

const char *crowd_space_reason(const crowd_space_t *space) {
    return strbuf_text(&space->view.reason);
}

const node_t *crowd_space_node(const crowd_space_t *space, uint32_t local) {
    return thread_top(&space->locals.data[local].configuration->threads[1])->node;
}

bool crowd_space_holds(const crowd_space_t *space, uint32_t local) {
    return space->locals.data[local].held->count > 0;
}

size_t crowd_space_common_count(const crowd_space_t *space) {
    return space->commons.len;
}

size_t crowd_space_local_count(const crowd_space_t *space) {
    return space->locals.len;
}

static const term_t *term_of(terms_t *terms, const program_t *program, const bound_t *bound) {
    unsigned width = variable_width(program, bound->variable);
    const term_t *symbol =
        term_symbol(terms, (sort_t){.kind = SORT_BV, .width = (uint8_t)width}, bound->variable, 0);
    const term_t *low = term_const(terms, width, (uint64_t)bound->range.low & width_mask(width));
    const term_t *high = term_const(terms, width, (uint64_t)bound->range.high & width_mask(width));
    const term_t *term = term_and(terms, term_bv(terms, TERM_BVSLE, low, symbol),
                                  term_bv(terms, TERM_BVSLE, symbol, high));
    if (!bound->range.not_zero) return term;
    return term_and(terms, term,
                    term_not(terms, term_equal(terms, symbol, term_const(terms, width, 0))));
}

static kept_state_t kept(const crowd_space_t *space, terms_t *terms, const half_t *half) {
    kept_state_t state = {.configuration = half->configuration,
                          .bindings = half->bindings->at,
                          .binding_count = half->bindings->count};
    for (uint32_t i = 0; i < half->bounds->count; i++) {
        const term_t *term = term_of(terms, space->program, &half->bounds->at[i]);
        state.formula = state.formula ? term_and(terms, state.formula, term) : term;
    }
    return state;
}

kept_state_t crowd_space_common(const crowd_space_t *space, terms_t *terms, uint32_t common) {
    return kept(space, terms, &space->commons.data[common]);
}

kept_state_t crowd_space_local(const crowd_space_t *space, terms_t *terms, uint32_t local) {
    return kept(space, terms, &space->locals.data[local]);
}
