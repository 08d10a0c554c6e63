#ifndef WITNESS_BOOLEAN_FIXPOINT_CHECK_H
#define WITNESS_BOOLEAN_FIXPOINT_CHECK_H

#include "cfa/program.h"
#include "witness/check/check.h"

/* Is it a fix-point? Every move from every state is made anew, with a semantics of its own, and
 * what comes of it must be covered; a solver other than the one of the search is asked. */
bool fixpoint_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                    const fixpoint_proof_t *proof, const check_limits_t *limits,
                    check_stats_t *stats, char **why);

#endif
