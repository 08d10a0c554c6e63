#ifndef FRONTEND_ARITH_H
#define FRONTEND_ARITH_H

#include "frontend/body.h"

/* C's operators and conversions on values. What C leaves undefined and the
 * operators of cfa/expr.h define (division by zero, too long shifts) is
 * guarded by a branch to UNSUPPORTED. */

value_t arith_convert(body_t *body, value_t value, const type_t *type);
/* value != 0, of width 1 */
const expr_t *arith_truth(body_t *body, value_t value);
/* A truth value as an int. */
value_t arith_from_truth(body_t *body, const expr_t *truth);

bool arith_is_comparison(enum CXBinaryOperatorKind op);
/* Operands of one type; width 1. */
const expr_t *arith_compare(body_t *body, enum CXBinaryOperatorKind op, value_t a, value_t b);
/* All other operators without side effects and sequence points. Operands are
 * converted already, as C demands; result is the type of the expression. */
value_t arith_binary(body_t *body, enum CXBinaryOperatorKind op, value_t a, value_t b,
                     const type_t *result);
value_t arith_unary(body_t *body, enum CXUnaryOperatorKind op, value_t a, const type_t *result);

/* Goes on only where the condition does not hold. */
void arith_guard(body_t *body, const expr_t *bad, const char *what);

/* Integer promotion, and the common type of two arithmetic operands. */
const type_t *arith_promote(body_t *body, const type_t *type);
const type_t *arith_common(body_t *body, const type_t *a, const type_t *b);

/* pointer + index * size of elem */
const expr_t *arith_element(body_t *body, const expr_t *pointer, value_t index, const type_t *elem);
const expr_t *arith_offset(body_t *body, const expr_t *pointer, uint64_t bytes);

#endif
