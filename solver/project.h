#ifndef SOLVER_PROJECT_H
#define SOLVER_PROJECT_H

#include "solver/term.h"

/* Existential projection of a conjunction: symbols are eliminated by solving
 * equalities for them, by splitting disjunctions, by comparing bounds. What
 * cannot be eliminated within the budget is dropped with the conjuncts that
 * contain it, so the result is implied by the input, and equivalent to its
 * projection if nothing was dropped. */
typedef bool (*project_keep_t)(void *context, const term_t *symbol);

/* Replaces the conjuncts by the projected ones; true if nothing was dropped. */
bool project(terms_t *terms, term_vec_t *conjuncts, project_keep_t keep, void *context);

/* Isolates the symbol x in an equality (or a literal): conjunct is equivalent
 * to x = *value and *side, where neither contains x. *side may contain a fresh
 * symbol, numbered by *fresh. False: cannot. */
bool project_solve(terms_t *terms, const term_t *conjunct, const term_t *x, uint32_t *fresh,
                   const term_t **value, const term_t **side);
/* A bit-vector symbol that occurs nowhere else. */
const term_t *project_fresh(terms_t *terms, unsigned width, uint32_t *fresh);

#endif
