#ifndef WITNESS_ORDER_ORDER_CHECK_H
#define WITNESS_ORDER_ORDER_CHECK_H

#include "cfa/proof.h"
#include "witness/check/check.h"

/* Checks that no run violates a property by one question to a solver: the program is unfolded
 * anew (unfold.h), every node of the unfolding gets a number, its place in a run, and the
 * formula says that the reads read what was written last, and that a target is reached. It has
 * a model if there is such a run. The proof says how far to unfold; if that is too little, a
 * target can be reached. */
bool order_check(const program_t *program, terms_t *terms, const solver_class_t *class,
                 const unfold_proof_t *proof, const check_limits_t *limits, check_stats_t *stats,
                 char **why);

#endif
