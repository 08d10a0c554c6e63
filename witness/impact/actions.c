#include "witness/impact/actions.h"

#include "witness/check/futures.h"

#include <string.h>

struct actions {
    effects_t *effects;
    futures_t *futures;
    arena_t *arena;   /* of actions */
    arena_t *scratch; /* of next */
    effect_t next, nothing;
};

actions_t *actions_new(const program_t *program, visible_steps_t visible) {
    actions_t *actions = mem_zalloc(sizeof *actions);
    actions->effects = effects_new(program, NULL, visible);
    actions->futures = futures_new(actions->effects);
    actions->arena = arena_new();
    actions->scratch = arena_new();
    actions->next = effect_new(actions->effects, actions->scratch);
    actions->nothing = effect_new(actions->effects, actions->scratch);
    effect_clear(actions->effects, &actions->nothing);
    return actions;
}

void actions_delete(actions_t *actions) {
    if (!actions) return;
    futures_delete(actions->futures);
    effects_delete(actions->effects);
    arena_delete(actions->arena);
    arena_delete(actions->scratch);
    mem_free(actions);
}

void actions_restart(actions_t *actions) {
    arena_delete(actions->arena);
    actions->arena = arena_new();
}

action_t actions_begin(actions_t *actions, const configuration_t *from, uint32_t thread) {
    return (action_t){.thread = thread, .from = from, .effect = actions->nothing};
}

/* What an edge touches, as precisely as the state says where. */
static void add_edge(actions_t *actions, semantics_t *semantics, const sem_state_t *state,
                     uint32_t thread, const edge_t *edge, effect_t *to) {
    const expr_t *address = effects_address(edge);
    uint64_t at;
    if (address && semantics_constant(semantics, state, thread, address, &at))
        effects_add_at(actions->effects, edge, at, to);
    else
        effect_add(actions->effects, to, effects_of(actions->effects, edge));
}

action_t actions_extend(actions_t *actions, semantics_t *semantics, const action_t *action,
                        sem_state_t *state, uint32_t thread, const edge_t *edge) {
    action_t longer = *action;
    if (effect_is_empty(actions->effects, effects_of(actions->effects, edge))) return longer;
    bool is_first = effect_is_empty(actions->effects, &action->effect) && !action->access;
    longer.effect = effect_new(actions->effects, actions->arena);
    effect_clear(actions->effects, &longer.effect);
    effect_add(actions->effects, &longer.effect, &action->effect);
    add_edge(actions, semantics, state, thread, edge, &longer.effect);
    const expr_t *address = is_first ? effects_address(edge) : NULL;
    longer.access = address && semantics_value(semantics, state, thread, address, &longer.address)
                        ? edge
                        : NULL;
    return longer;
}

/* Did the thread stand there before the action, too? */
static bool stood_still(const configuration_t *before, const configuration_t *now,
                        uint32_t thread) {
    if (thread >= before->thread_count || before->threads[thread].status != THREAD_RUNNING)
        return false;
    const thread_t *a = &before->threads[thread], *b = &now->threads[thread];
    if (a->frame_count != b->frame_count) return false;
    for (uint32_t i = 0; i < a->frame_count; i++)
        if (a->frames[i].node != b->frames[i].node || a->frames[i].call != b->frames[i].call ||
            a->frames[i].base != b->frames[i].base)
            return false;
    return true;
}

/* Do the two accesses have a byte in common? */
static const term_t *overlap(terms_t *terms, unsigned width, sem_value_t a, uint64_t a_size,
                             sem_value_t b, uint64_t b_size) {
    const term_t *x = sem_value_term(terms, a, width), *y = sem_value_term(terms, b, width);
    return term_or(terms,
                   term_bv(terms, TERM_BVULT, term_bv(terms, TERM_BVSUB, y, x),
                           term_const(terms, width, a_size)),
                   term_bv(terms, TERM_BVULT, term_bv(terms, TERM_BVSUB, x, y),
                           term_const(terms, width, b_size)));
}

/* What the thread touches next along the edge, whole sections. */
static void find_next(actions_t *actions, semantics_t *semantics, const sem_state_t *state,
                      uint32_t thread, const edge_t *edge) {
    effect_clear(actions->effects, &actions->next);
    if (edge->kind == EDGE_ATOMIC_BEGIN)
        effect_add(actions->effects, &actions->next,
                   &futures_section(actions->futures, edge)->effect);
    else
        add_edge(actions, semantics, state, thread, edge, &actions->next);
}

/* When does the next step along the edge depend on the action? No effect tells that the end of a
 * thread lets a JOIN pass. */
static const term_t *depends(actions_t *actions, semantics_t *semantics, const action_t *action,
                             sem_state_t *state, uint32_t thread, const edge_t *edge) {
    terms_t *terms = semantics_terms(semantics);
    const expr_t *address = effects_address(edge);
    sem_value_t at;
    if (edge->kind == EDGE_THREAD_JOIN ||
        (edge->kind == EDGE_ATOMIC_BEGIN && futures_section(actions->futures, edge)->joins))
        return term_true(terms);
    find_next(actions, semantics, state, thread, edge);
    if (!effect_conflicts(actions->effects, &actions->next, &action->effect))
        return term_false(terms);
    if (!action->access || !address || !semantics_value(semantics, state, thread, address, &at))
        return term_true(terms);
    return overlap(terms, address->width, action->address, effects_size(action->access), at,
                   effects_size(edge));
}

const term_t *actions_demand(actions_t *actions, semantics_t *semantics, const action_t *action,
                             sem_state_t *state, uint32_t thread) {
    terms_t *terms = semantics_terms(semantics);
    if (thread >= action->thread || !stood_still(action->from, state->configuration, thread))
        return term_true(terms);
    const node_t *node = semantics_node(state->configuration, thread);
    const term_t *when = term_false(terms);
    for (size_t i = 0; i < node->out.len; i++)
        when = term_or(terms, when,
                       depends(actions, semantics, action, state, thread, node->out.data[i]));
    return when;
}

bool actions_touch_nothing(const actions_t *actions, const configuration_t *c, uint32_t thread) {
    const node_t *node = semantics_node(c, thread);
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        const effect_t *effect = edge->kind == EDGE_ATOMIC_BEGIN
                                     ? &futures_section(actions->futures, edge)->effect
                                     : effects_of(actions->effects, edge);
        if (!effect_is_empty(actions->effects, effect)) return false;
    }
    return node->out.len > 0;
}
