#ifndef ENGINE_ORDER_GUARD_H
#define ENGINE_ORDER_GUARD_H

#include "solver/term.h"

/* Conditions of ways through a program, as conjunctions. */

/* Where ways meet: the disjunction, with common parts in front, so that both ways of
 * a branch give what held before it. */
const term_t *guard_join(terms_t *terms, const term_t *const *guards, size_t count);
/* What tells each guard from the others: *out[i] is guards[i] without the conjuncts
 * that all have. */
void guard_differences(terms_t *terms, const term_t *const *guards, size_t count,
                       const term_t **out);

#endif
