#include "engine/crowd/crowd_space.h"

#include "cpa/core/memory.h"
#include "engine/crowd/bounds.h"
#include "engine/crowd/hulls.h"

#include <string.h>

struct crowd_space {
    half_space_t halves; /* their facts are bounds_t */
    bounds_domain_t *domain;
    map64_t steps; /* (common, mover) -> crowd_outcomes_t */
    /* Tracking: how many values each variable had. */
    unsigned patience;
    map64_t seen_values; /* hash of (variable, value) -> 1 */
    map64_t value_counts;
    bool has_widened;
    bool has_hulls; /* a variable with too many values has an interval at each place */
    hulls_t *hulls;
    /* Scratch. */
    binding_vec_t values, held;
    VEC(bound_t) bounds;
    VEC(crowd_outcome_t) found;
    VEC(uint32_t) spawned;
};

static const half_space_class_t crowd_class;

crowd_space_t *crowd_space_new(const program_t *program, const char **why) {
    *why = crowd_objection(program);
    if (*why) return NULL;
    crowd_space_t *space = mem_zalloc(sizeof *space);
    space->domain = bounds_domain_new(program);
    space->hulls = hulls_new(program);
    half_space_init(&space->halves, &crowd_class, program, bounds_intern(space->domain, NULL, 0));
    return space;
}

void crowd_space_delete(crowd_space_t *space) {
    if (!space) return;
    half_space_free(&space->halves);
    bounds_domain_delete(space->domain);
    hulls_delete(space->hulls);
    map64_free(&space->steps);
    map64_free(&space->seen_values);
    map64_free(&space->value_counts);
    VEC_FREE(space->values);
    VEC_FREE(space->held);
    VEC_FREE(space->bounds);
    VEC_FREE(space->found);
    VEC_FREE(space->spawned);
    mem_free(space);
}

void crowd_space_restart(crowd_space_t *space) {
    half_space_clear(&space->halves);
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
        *range = range_of_value(value, variable_width(space->halves.program, variable));
        return true;
    }
    const bounds_t *bounds = half->facts;
    for (uint32_t i = 0; i < bounds->count; i++)
        if (bounds->at[i].variable == variable) {
            *range = bounds->at[i].range;
            return true;
        }
    return false;
}

/* What remains of a value or an interval that is not tracked: that it is not 0; with
 * hulls, an interval. What was learnt in the step, or not touched by it, stays: from few
 * intervals come few. Else it is the one for all values at the place. */
static bool keep_rest(crowd_space_t *space, bound_t *bound, const half_t *before,
                      const configuration_t *place) {
    unsigned width = variable_width(space->halves.program, bound->variable);
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

/* From a view to halves. */

/* What is known of the variables of one owner in the view, under the names that
 * they have in halves. A variable of both lists is in the first one only. */
static void collect(crowd_space_t *space, const bounds_t *bounds, unsigned owner,
                    const function_t *routine, const half_t *before, const configuration_t *place) {
    const description_t *known = &space->halves.view.description;
    VEC_CLEAR(space->values);
    VEC_CLEAR(space->bounds);
    for (size_t i = 0, b = 0; i < known->bindings.len || b < bounds->count;) {
        const binding_t *next = i < known->bindings.len ? &known->bindings.data[i] : NULL;
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
            VEC_PUSH(space->values, binding);
            continue;
        }
        if (is_value)
            bound = (bound_t){binding.variable,
                              range_of_value(binding.value, variable_width(space->halves.program,
                                                                           binding.variable))};
        if ((!is_value && is_tracked_bound(space, &bound)) ||
            keep_rest(space, &bound, before, place))
            VEC_PUSH(space->bounds, bound);
    }
}

/* What was collected, as a half. */
static uint32_t add_half(crowd_space_t *space, half_table_t *table, const configuration_t *place,
                         const bindings_t *held) {
    half_t half = {
        .configuration = place,
        .bindings = bindings_intern(space->halves.bindings, space->values.data, space->values.len),
        .facts = bounds_intern(space->domain, space->bounds.data, space->bounds.len),
        .held = held,
    };
    return half_space_add(&space->halves, table, half);
}

/* A new thread stands at the entry of its routine. */
static uint32_t new_thread(crowd_space_t *space, const configuration_t *view,
                           const bounds_t *bounds, uint32_t number) {
    const thread_t *thread = &view->threads[number];
    const configuration_t *place = crowd_new_configuration(&space->halves.view, thread);
    collect(space, bounds, number, thread->frames[0].node->function, NULL, place);
    return add_half(space, &space->halves.locals, place, bindings_empty(space->halves.bindings));
}

/* What a thread holds after a step, from what it held and how the common half
 * changed. Any answer is right; a good one finds the threads worth counting. */
static const bindings_t *held_after(crowd_space_t *space, const bindings_t *held,
                                    const half_t *before, const half_t *after) {
    VEC_CLEAR(space->held);
    uint64_t now, old;
    for (uint32_t i = 0; i < held->count; i++)
        if (bindings_get(after->bindings, held->at[i].variable, &now) && now)
            VEC_PUSH(space->held, held->at[i]);
    for (uint32_t i = 0; i < after->bindings->count; i++) {
        variable_t variable = after->bindings->at[i].variable;
        bool taken = after->bindings->at[i].value && variable_kind(variable) == VARIABLE_CELL &&
                     bindings_get(before->bindings, variable, &old) && !old;
        if (taken) binding_vec_set(&space->held, variable, 1);
    }
    const configuration_t *a = before->configuration, *b = after->configuration;
    for (uint32_t i = 0; i < b->lock_count; i++) {
        bool was_held = false;
        for (uint32_t j = 0; j < a->lock_count; j++)
            if (a->locks[j].address == b->locks[i].address) was_held = true;
        bool mine = was_held ? bindings_get(held, b->locks[i].address, &old) : true;
        if (mine) binding_vec_set(&space->held, b->locks[i].address, 1);
    }
    return bindings_intern(space->halves.bindings, space->held.data, space->held.len);
}

static bool add_outcome(half_space_t *halves, const half_move_t *move, const configuration_t *view,
                        const view_data_t *data) {
    crowd_space_t *space = (crowd_space_t *)halves;
    bool by_main = move->mover == HALF_MAIN;
    crowd_describe(&halves->view, data->values, view);
    if (!crowd_stays_apart(&halves->view, view, by_main)) return false;
    VEC_CLEAR(space->spawned);
    for (uint32_t t = by_main ? 1 : 2; t < view->thread_count; t++)
        if (view->threads[t].status == THREAD_RUNNING)
            VEC_PUSH(space->spawned, new_thread(space, view, data->facts, t));
    crowd_outcome_t outcome = {.mover = move->mover};
    const configuration_t *place = crowd_common_configuration(&halves->view, view);
    collect(space, data->facts, 0, NULL, half_space_common(halves, move->common), place);
    outcome.common = add_half(space, &halves->commons, place, NULL);
    bool runs = view->thread_count > 1 && view->threads[1].status == THREAD_RUNNING;
    if (!by_main) outcome.mover = HALF_ENDED;
    if (!by_main && runs) {
        const half_t *before = half_space_local(halves, move->mover);
        place = crowd_local_configuration(&halves->view, &view->threads[1]);
        collect(space, data->facts, 1, NULL, before, place);
        const bindings_t *held =
            held_after(space, before->held, half_space_common(halves, move->common),
                       half_space_common(halves, outcome.common));
        outcome.mover = add_half(space, &halves->locals, place, held);
    }
    uint32_t *spawned = ARENA_ARRAY(halves->arena, uint32_t, space->spawned.len);
    if (space->spawned.len)
        memcpy(spawned, space->spawned.data, space->spawned.len * sizeof *spawned);
    outcome.spawned = spawned;
    outcome.spawn_count = (uint32_t)space->spawned.len;
    VEC_PUSH(space->found, outcome);
    return true;
}

static const void *transfer(half_space_t *halves, const view_data_t *before, const step_t *step) {
    crowd_query_t q = {halves->view.value, before->values};
    return bounds_transfer(((crowd_space_t *)halves)->domain, before->facts, step, crowd_query, &q);
}

static const half_space_class_t crowd_class = {.transfer = transfer, .add_outcome = add_outcome};

/* What the two halves say, together. */
static const bounds_t *bounds_of(crowd_space_t *space, uint32_t common, uint32_t mover) {
    const bounds_t *a = half_space_common(&space->halves, common)->facts;
    const bounds_t *b = half_space_local(&space->halves, mover)->facts;
    VEC_CLEAR(space->bounds);
    for (uint32_t i = 0, j = 0; i < a->count || j < b->count;) {
        bool first = j == b->count || (i < a->count && a->at[i].variable < b->at[j].variable);
        VEC_PUSH(space->bounds, first ? a->at[i++] : b->at[j++]);
    }
    return bounds_intern(space->domain, space->bounds.data, space->bounds.len);
}

const crowd_outcomes_t *crowd_space_steps(crowd_space_t *space, uint32_t common, uint32_t mover) {
    uint64_t key = (uint64_t)common << 32 | mover, known;
    if (map64_get(&space->steps, key, &known)) return (const crowd_outcomes_t *)(uintptr_t)known;
    half_move_t move = {.common = common, .mover = mover};
    VEC_CLEAR(space->found);
    if (!half_space_move(&space->halves, &move, bounds_of(space, common, mover))) return NULL;
    arena_t *arena = space->halves.arena;
    crowd_outcomes_t *outcomes = ARENA_NEW(arena, crowd_outcomes_t);
    crowd_outcome_t *at = ARENA_ARRAY(arena, crowd_outcome_t, space->found.len);
    if (space->found.len) memcpy(at, space->found.data, space->found.len * sizeof *at);
    *outcomes = (crowd_outcomes_t){at, space->found.len, move.is_error};
    map64_put(&space->steps, key, map64_pointer(outcomes));
    return outcomes;
}

uint32_t crowd_space_initial(crowd_space_t *space) {
    const configuration_t *place = half_space_start(&space->halves);
    collect(space, bounds_intern(space->domain, NULL, 0), 0, NULL, NULL, place);
    return add_half(space, &space->halves.commons, place, NULL);
}

const char *crowd_space_reason(const crowd_space_t *space) {
    return strbuf_text(&space->halves.view.reason);
}

const node_t *crowd_space_node(const crowd_space_t *space, uint32_t local) {
    return thread_top(&half_space_local(&space->halves, local)->configuration->threads[1])->node;
}

bool crowd_space_holds(const crowd_space_t *space, uint32_t local) {
    return half_space_local(&space->halves, local)->held->count > 0;
}

size_t crowd_space_common_count(const crowd_space_t *space) {
    return space->halves.commons.at.len;
}

size_t crowd_space_local_count(const crowd_space_t *space) {
    return space->halves.locals.at.len;
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
    kept_state_t state = half_kept(half);
    const bounds_t *bounds = half->facts;
    for (uint32_t i = 0; i < bounds->count; i++) {
        const term_t *term = term_of(terms, space->halves.program, &bounds->at[i]);
        state.formula = state.formula ? term_and(terms, state.formula, term) : term;
    }
    return state;
}

kept_state_t crowd_space_common(const crowd_space_t *space, terms_t *terms, uint32_t common) {
    return kept(space, terms, half_space_common(&space->halves, common));
}

kept_state_t crowd_space_local(const crowd_space_t *space, terms_t *terms, uint32_t local) {
    return kept(space, terms, half_space_local(&space->halves, local));
}
