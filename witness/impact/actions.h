#ifndef WITNESS_IMPACT_ACTIONS_H
#define WITNESS_IMPACT_ACTIONS_H

#include "cfa/property.h"
#include "witness/check/effects.h"
#include "witness/semantics/semantics.h"

/* Actions of threads for the check of monotonic paths: what they touch, and which threads they hold
 * back. */
typedef struct actions actions_t;
/* Needs the passes points_to and sharing. */
actions_t *actions_new(const program_t *program, visible_steps_t visible);
void actions_delete(actions_t *actions);
/* Actions made so far are gone. */
void actions_restart(actions_t *actions);

typedef struct action {
    uint32_t thread;
    const configuration_t *from; /* where it began */
    effect_t effect;
} action_t;

action_t actions_begin(actions_t *actions, const configuration_t *from, uint32_t thread);
/* The action with one more step, from this state, of whichever thread goes on with it. */
action_t actions_extend(actions_t *actions, semantics_t *semantics, const action_t *action,
                        const sem_state_t *state, uint32_t thread, const edge_t *edge);

/* Need the thread not be followed right after the action, since what it does next could as well
 * have come before it, and comes first by its number? */
bool actions_hold_back(actions_t *actions, semantics_t *semantics, const action_t *action,
                       const sem_state_t *state, uint32_t thread);
/* Do all next steps of the thread touch nothing that others touch? */
bool actions_touch_nothing(const actions_t *actions, const configuration_t *c, uint32_t thread);

#endif
