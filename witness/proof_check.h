#ifndef WITNESS_PROOF_CHECK_H
#define WITNESS_PROOF_CHECK_H

#include "witness/check/check.h"

/* The second opinion on a proof, before "true" is printed: the check of its kind.
 * It has nothing in common with the engine that made the proof but the program,
 * configurations and terms.
 *
 * The class is that of the solver to use; it is only started if it is needed.
 * limits and stats may be NULL. false: *why says why, to be freed with
 * mem_free. */
bool proof_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                 const proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                 char **why);

#endif
