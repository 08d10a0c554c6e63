#ifndef WITNESS_CHECK_ALIKE_H
#define WITNESS_CHECK_ALIKE_H

#include "witness/semantics/semantics.h"

/* Threads that nothing tells apart but their numbers, judged anew here: may a
 * kept state stand for the states that arise from it when the threads other than
 * main get other numbers? docs/symmetry.md has the argument. */

/* By numbers of functions, what threads other than main may execute: everything that
 * can be reached from a routine that some edge starts. The caller frees it. */
bool *alike_executed_by_threads(const program_t *program);

/* NULL: they may be. Otherwise what stands against it. */
const char *alike_obstacle(const program_t *program);

/* The state under other numbers: thread t becomes numbers[t]. false: that is no
 * permutation that leaves main alone. The store of *to is reused. */
bool alike_renumber(semantics_t *semantics, const sem_state_t *state, const uint32_t *numbers,
                    sem_state_t *to);

#endif
