#ifndef WITNESS_TALLY_CHECK_H
#define WITNESS_TALLY_CHECK_H

#include "witness/crowd_steps.h"

/* Tallies of a proof by pairs (pair_proof_t): two numbers that no step of the program
 * reads. Of all threads that were created with a function, "made", those that are
 * through a certain edge of it, "done", are fewer if one is known to have it before it,
 * and never more. That is so if
 *
 * - the function is not main and never called, so that only new threads enter it and
 *   their first frame tells where they are;
 * - no way leads from behind the edge to before it, so that each thread makes the step
 *   once at most;
 * - "made" does not wrap around, which is asked at every creation.
 *
 * Both numbers have 32 bits and are compared as signed ones. */

typedef struct tally_check {
    const pair_proof_t *proof;
    VEC(bool *) before; /* of each tally, by node: does a way lead from there to the edge? */
} tally_check_t;

/* false: one of them counts nothing of the kind. */
bool tally_check_init(tally_check_t *tallies, const program_t *program, const pair_proof_t *proof);
void tally_check_free(tally_check_t *tallies);

/* Both numbers are 0 at the start of main. */
void tally_check_start(const tally_check_t *tallies, sem_state_t *start);
/* Counts a step that was made; false: a number could wrap around, the check fails. */
bool tally_check_step(const tally_check_t *tallies, crowd_steps_t *steps, sem_state_t *state,
                      const edge_t *edge);
/* Does the thread of this local have the edge before it? */
bool tally_check_waits(const tally_check_t *tallies, size_t tally, const configuration_t *local);
/* What holds of both numbers, as bare symbols; and if a thread waits. */
const term_t *tally_check_claim(terms_t *terms, size_t tally, bool one_waits);

#endif
