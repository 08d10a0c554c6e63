#ifndef WITNESS_CROWD_TALLY_CHECK_H
#define WITNESS_CROWD_TALLY_CHECK_H

#include "cfa/passage.h"
#include "witness/crowd/crowd_steps.h"

/* Tallies of a proof by pairs (pair_proof_t): two numbers that no step of the program
 * reads. Of all threads that were created with a routine, "made", those that are
 * through a certain edge, "done", are fewer if one is known not to be, and never more.
 * That is so if
 *
 * - each of these threads makes the step once at most, and nobody else makes it
 *   (cfa/passage.h);
 * - "made" does not wrap around, which is asked at every creation.
 *
 * If whoever makes the step of a second tally has made that of a first, those that are
 * through the second are no more than those that are through the first, and fewer if one
 * is known to be between them.
 *
 * All numbers have 32 bits and are compared as signed ones. */

typedef struct tally_check {
    const pair_proof_t *proof;
    VEC(passage_t *) passages; /* of each tally */
} tally_check_t;

/* false: one of them counts nothing of the kind. */
bool tally_check_init(tally_check_t *tallies, const program_t *program, const pair_proof_t *proof);
void tally_check_free(tally_check_t *tallies);

/* Both numbers are 0 at the start of main. */
void tally_check_start(const tally_check_t *tallies, sem_state_t *start);
/* Counts a step that was made; false: a number could wrap around, the check fails. */
bool tally_check_step(const tally_check_t *tallies, crowd_steps_t *steps, sem_state_t *state,
                      const edge_t *edge);
/* What holds of all numbers, as bare symbols, where these threads are. */
const term_t *tally_check_claim(const tally_check_t *tallies, terms_t *terms,
                                const thread_t *const *threads, size_t count);

#endif
