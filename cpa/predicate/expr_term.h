#ifndef CPA_PREDICATE_EXPR_TERM_H
#define CPA_PREDICATE_EXPR_TERM_H

#include "cfa/expr.h"
#include "solver/term.h"

/* Expressions as terms: an expression of width 1 is a Boolean, all others are
 * bit-vectors. */

/* An operator on the terms of its operands; not CONST, REG, ADDR, LOAD, SELF. */
const term_t *expr_term_apply(terms_t *terms, const expr_t *expr, const term_t *const *a);
/* A bit-vector of one bit as a Boolean; Booleans stay. */
const term_t *expr_term_truth(terms_t *terms, const term_t *t);

#endif
