#ifndef WITNESS_CROWD_PAIR_CHECK_H
#define WITNESS_CROWD_PAIR_CHECK_H

#include "witness/check/check.h"

/* The check of a proof for any number of threads by pairs (docs/crowd.md): what it
 * says of main, of each thread and of any two holds at the start and after every
 * step of whomever. As proof_check, whose limits and stats it uses. */
bool pair_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                const pair_proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                char **why);

#endif
