#ifndef SOLVER_AIG_SAT_H
#define SOLVER_AIG_SAT_H

#include "solver/aig.h"
#include "solver/cadical.h"

/* Formulas of a graph in a SAT solver. Only what is asked for gets clauses (Tseitin), once. */
typedef struct aig_sat aig_sat_t;

/* stop is asked now and then; NULL: never. */
aig_sat_t *aig_sat_new(const aig_t *aig, bool (*stop)(void *context), void *context);
void aig_sat_delete(aig_sat_t *sat);
/* For what the formulas do not say. */
cadical_t *aig_sat_solver(aig_sat_t *sat);

/* The solver's literal for a formula. */
int aig_sat_literal(aig_sat_t *sat, aig_lit_t formula);
/* From now on it holds. */
void aig_sat_add(aig_sat_t *sat, aig_lit_t formula);
/* ... in the next question only. */
void aig_sat_assume(aig_sat_t *sat, aig_lit_t formula);
cadical_answer_t aig_sat_solve(aig_sat_t *sat);
/* After SAT: of an input, false if the solver never heard of it. */
bool aig_sat_value(const aig_sat_t *sat, aig_lit_t input);

#endif
