#ifndef SOLVER_Z3_SAT_H
#define SOLVER_Z3_SAT_H

#include "solver/cadical.h"

/* Z3 as a SAT solver with a theory beside it (its user propagator); as solver/cadical.h. */
typedef struct z3_sat z3_sat_t;

z3_sat_t *z3_sat_new(void);
void z3_sat_delete(z3_sat_t *sat);
int z3_sat_variable(z3_sat_t *sat);
void z3_sat_add(z3_sat_t *sat, const int *literals, size_t count);
void z3_sat_assume(z3_sat_t *sat, int literal);
void z3_sat_connect(z3_sat_t *sat, const cadical_theory_t *theory);
void z3_sat_observe(z3_sat_t *sat, int variable);
cadical_answer_t z3_sat_solve(z3_sat_t *sat, bool (*stop)(void *context), void *context);
bool z3_sat_value(z3_sat_t *sat, int literal);
void z3_sat_counts(const z3_sat_t *sat, cadical_counts_t *counts);

#endif
