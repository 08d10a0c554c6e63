#ifndef SOLVER_SAT_H
#define SOLVER_SAT_H

#include "solver/cadical.h"

/* A SAT solver with a theory beside it, one of two: CaDiCaL, or Z3 with its user propagator.
 * Both take clauses, assumptions and theories as solver/cadical.h says. */
typedef struct sat sat_t;
typedef enum { SAT_CADICAL, SAT_Z3 } sat_kind_t;

sat_t *sat_new(sat_kind_t kind);
void sat_delete(sat_t *sat);
int sat_variable(sat_t *sat);
void sat_add(sat_t *sat, const int *literals, size_t count);
void sat_assume(sat_t *sat, int literal);
void sat_connect(sat_t *sat, const cadical_theory_t *theory);
void sat_observe(sat_t *sat, int variable);
cadical_answer_t sat_solve(sat_t *sat, bool (*stop)(void *context), void *context);
bool sat_value(sat_t *sat, int literal);
void sat_counts(const sat_t *sat, cadical_counts_t *counts);

#endif
