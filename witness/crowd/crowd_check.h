#ifndef WITNESS_CROWD_CROWD_CHECK_H
#define WITNESS_CROWD_CROWD_CHECK_H

#include "witness/check/check.h"

/* The second opinion on a proof for any number of threads (docs/crowd.md). From
 * every state of the proof, every thread of it makes every step, alone with main
 * in a configuration of two; what comes out must be a state of the proof again.
 * Needs the points-to and sharing passes. */
bool crowd_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                 const crowd_proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                 char **why);

#endif
