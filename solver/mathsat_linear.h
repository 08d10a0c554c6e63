#ifndef SOLVER_MATHSAT_LINEAR_H
#define SOLVER_MATHSAT_LINEAR_H

#include "solver/solver.h"

/* See interpolate_linear in solver/solver.h. */
solver_answer_t mathsat_interpolate_linear(terms_t *terms, const term_t *const *parts, size_t count,
                                           const term_t **out);

#endif
