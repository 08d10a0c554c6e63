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
                        const sem_state_t *state, uint32_t thread, const edge_t *edge) {
    action_t longer = *action;
    longer.effect = effect_new(actions->effects, actions->arena);
    effect_clear(actions->effects, &longer.effect);
    effect_add(actions->effects, &longer.effect, &action->effect);
    add_edge(actions, semantics, state, thread, edge, &longer.effect);
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

/* All next steps of the thread together, whole sections; false: one may join, and no effect tells
 * that the end of a thread lets it pass. */
static bool find_next(actions_t *actions, semantics_t *semantics, const sem_state_t *state,
                      uint32_t thread) {
    const node_t *node = semantics_node(state->configuration, thread);
    effect_clear(actions->effects, &actions->next);
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        if (edge->kind == EDGE_THREAD_JOIN) return false;
        if (edge->kind == EDGE_ATOMIC_BEGIN) {
            const section_t *section = futures_section(actions->futures, edge);
            if (section->joins) return false;
            effect_add(actions->effects, &actions->next, &section->effect);
        } else {
            add_edge(actions, semantics, state, thread, edge, &actions->next);
        }
    }
    return true;
}

bool actions_hold_back(actions_t *actions, semantics_t *semantics, const action_t *action,
                       const sem_state_t *state, uint32_t thread) {
    return thread < action->thread && stood_still(action->from, state->configuration, thread) &&
           find_next(actions, semantics, state, thread) &&
           !effect_conflicts(actions->effects, &actions->next, &action->effect);
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
