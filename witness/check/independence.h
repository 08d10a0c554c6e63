#ifndef WITNESS_CHECK_INDEPENDENCE_H
#define WITNESS_CHECK_INDEPENDENCE_H

#include "cfa/property.h"
#include "cfa/thread_set.h"
#include "witness/semantics/semantics.h"

/* Which steps may be left out when a proof was made with partial-order
 * reduction; found anew here, from the program alone.
 *
 * From a state it is enough to follow the threads of a set T if
 *  1. nothing that the others can do before a thread of T moves depends on a
 *     next step of T (witness/check/effects.h, witness/check/futures.h);
 *  2. some thread of T can move in every concrete state of the state;
 *  3. no next step of T goes to a loop head, or creates a thread that may create
 *     such threads again.
 * Then every violation or stop that can be reached at all is reached over a
 * step of T: a run to it either has a first step of T, which can as well come
 * first, or none, and then a step of T can be put before it. By 3 there are only
 * finitely many such insertions before a state of which all steps are followed.
 * docs/por.md has the whole argument. */
typedef struct independence independence_t;

/* Needs the passes points_to and sharing. For the program in which reads of
 * forgotten static objects (per object; NULL: none) give any value and writes to
 * them do nothing. */
independence_t *independence_new(const program_t *program, const bool *forgotten,
                                 visible_steps_t visible);
void independence_delete(independence_t *independence);

/* A set of threads inside `within` whose steps are enough from the state;
 * `within` itself if it is one; all threads if at most one can move. false: none
 * was found but all threads that can move. The condition of the state is not looked at. Answers are
 * remembered by configuration, which is that of the semantics. */
bool independence_choose(independence_t *independence, semantics_t *semantics,
                         const sem_state_t *state, const thread_set_t *within,
                         thread_set_t *chosen);

#endif
