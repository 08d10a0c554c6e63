#ifndef ENGINE_BOOLEAN_REDUCE_H
#define ENGINE_BOOLEAN_REDUCE_H

#include "engine/boolean/state.h"
#include "util/limits.h"
#include "util/options.h"

/* Partial-order reduction driven by a SAT solver (section 3.4 of the report on BOPPO). Which
 * threads have an invisible move, one that is independent of everything that other threads can
 * still do from where they are, is known from the program alone. (The report compares with what
 * they access in the current state; an access behind a skip would be overlooked.) Whether such a
 * thread can move is a matter of values: the solver gets one literal per thread, and is led to
 * those with invisible moves by its decisions, not by clauses.
 *
 * A symbolic state stands for many, and a thread may be able to move in some of them only. So a
 * thread is followed alone where it can move; the rest of the guard is left for the others. */

typedef struct picks {
    VEC(bpick_t) alone; /* one after the other */
    aig_lit_t rest;     /* under which all threads are followed; AIG_FALSE: nowhere */
} picks_t;
void picks_free(picks_t *picks);

void reduce_pick(simulator_t *sim, bstate_t *state, reduction_choice_t way, limits_t *limits,
                 picks_t *picks);

/* Are all moves of the thread invisible here? */
bool reduce_is_invisible(const simulator_t *sim, const bstate_t *state, uint32_t thread);
/* The thread in an atomic section; thread_count: none is. */
uint32_t reduce_atomic(const bstate_t *state);

#endif
