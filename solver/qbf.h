#ifndef SOLVER_QBF_H
#define SOLVER_QBF_H

#include "solver/aig.h"
#include "util/limits.h"

/* Quantified Boolean formulas, decided by DepQBF. It is under the GPL, so it is a program of its
 * own that is run if it is there (Debian's package depqbf), never a library of this one. */
typedef enum { QBF_UNKNOWN, QBF_TRUE, QBF_FALSE } qbf_answer_t;

/* For all values of some inputs there are values of others with which the formula holds: no other
 * inputs are below it. *why says why the answer is not known. */
qbf_answer_t qbf_solve(const aig_t *aig, const aig_lit_t *all, size_t all_count,
                       const aig_lit_t *some, size_t some_count, aig_lit_t formula,
                       const limits_t *limits, const char **why);

#endif
