#ifndef WITNESS_SEMANTICS_SEM_STEPPER_H
#define WITNESS_SEMANTICS_SEM_STEPPER_H

#include "witness/semantics/sem_evaluate.h"

/* One enumeration of steps along one edge. The step is made in
 * semantics->next, which begins as a copy of base. */
typedef struct sem_stepper {
    sem_actor_t actor;
    semantics_t *s;
    const edge_t *edge;
    const sem_state_t *base;
    unsigned thread;
    uint32_t edge_index; /* in the out-edges of its node */
    sem_sink_t sink;
    void *context;
    bool stopped; /* by the sink */
} sem_stepper_t;

void sem_step_emit(sem_stepper_t *it, sem_step_kind_t kind);
/* What a write to an unknown address may break, after the write was made. */
void sem_step_emit_stray(sem_stepper_t *it);
/* To edge->to and nothing else. These make up most steps, so the successor is
 * remembered and not interned again. */
void sem_step_move(sem_stepper_t *it);
/* Begins a change of the configuration; the thread goes to edge->to. */
sem_draft_t *sem_step_draft(sem_stepper_t *it);
void sem_step_finish(sem_stepper_t *it);
bool sem_step_value(sem_stepper_t *it, const expr_t *expr, sem_value_t *out);
void sem_step_stop(sem_stepper_t *it, const char *reason);
variable_t sem_step_register(const sem_stepper_t *it, unsigned depth, const function_t *function,
                             reg_t reg);
/* To the target of the edge in the frame that makes the step. */
void sem_step_assign_target(sem_stepper_t *it, sem_value_t value);

/* What happens when the number that the step depends on has this value. */
typedef void (*sem_step_case_t)(sem_stepper_t *it, uint64_t number);
/* Puts the numbers that come into question into semantics->candidates; false:
 * the step stops. */
typedef bool (*sem_step_collect_t)(sem_stepper_t *it);
/* For a number that is not constant: each candidate under the condition that
 * it is meant, and rest under the condition that none is. */
void sem_step_cases(sem_stepper_t *it, const expr_t *expr, sem_step_collect_t collect,
                    sem_step_case_t each, void (*rest)(sem_stepper_t *it));

/* Steps that change data and the heap: sem_step_data.c. */
void sem_step_assign(sem_stepper_t *it);
void sem_step_store(sem_stepper_t *it);
void sem_step_havoc(sem_stepper_t *it);
void sem_step_havoc_object(sem_stepper_t *it);
void sem_step_alloc(sem_stepper_t *it);
void sem_step_free(sem_stepper_t *it);
void sem_step_heap_size(sem_stepper_t *it);

/* Violations: sem_fault.c. */

/* The next state becomes one in which the access of an edge with a check is no fault; false: there
 * is none. */
bool sem_step_without_fault(sem_stepper_t *it);
void sem_step_error(sem_stepper_t *it);
/* Steps that change who stands where and who holds what: sem_step_control.c. */

/* _Thread_local objects of a thread that begins have their initial contents. */
void sem_enter_thread_objects(semantics_t *s, sem_state_t *state, unsigned thread);
void sem_step_call(sem_stepper_t *it);
void sem_step_exit(sem_stepper_t *it);
void sem_step_return(sem_stepper_t *it);
void sem_step_create(sem_stepper_t *it);
void sem_step_join(sem_stepper_t *it);
void sem_step_detach(sem_stepper_t *it);
void sem_step_thread_exit(sem_stepper_t *it);
void sem_step_lock(sem_stepper_t *it);
void sem_step_unlock(sem_stepper_t *it);
void sem_step_owns(sem_stepper_t *it);
void sem_step_joinable(sem_stepper_t *it);
void sem_step_assume(sem_stepper_t *it);
void sem_step_atomic(sem_stepper_t *it);

#endif
