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
    /* If one access by registers is all that it touches: its edge, and where it goes. */
    const edge_t *access;
    sem_value_t address;
} action_t;

action_t actions_begin(actions_t *actions, const configuration_t *from, uint32_t thread);
/* The action with one more step, from this state, of whichever thread goes on with it. Variables
 * may be entered into the state. */
action_t actions_extend(actions_t *actions, semantics_t *semantics, const action_t *action,
                        sem_state_t *state, uint32_t thread, const edge_t *edge);

/* When must the thread be followed right after the action? If not, what it does next could as well
 * have come before it, and comes first by its number. True or false, or a condition on the state
 * that the action led to: that two accesses go to one address. */
const term_t *actions_demand(actions_t *actions, semantics_t *semantics, const action_t *action,
                             sem_state_t *state, uint32_t thread);
/* Do all next steps of the thread touch nothing that others touch? */
bool actions_touch_nothing(const actions_t *actions, const configuration_t *c, uint32_t thread);

#endif
