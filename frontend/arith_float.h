#ifndef FRONTEND_ARITH_FLOAT_H
#define FRONTEND_ARITH_FLOAT_H

#include "frontend/body.h"

/* The part of arith.h for float and double. A conversion to an integer that
 * cannot hold the number is undefined in C and guarded by a branch to
 * UNSUPPORTED. */

static inline bool is_float_type(const type_t *type) {
    return type->kind == TYPE_FLOAT;
}

const expr_t *float_constant_expr(body_t *body, const type_t *type, double number);
/* value != 0, of width 1 */
const expr_t *float_truth(body_t *body, value_t value);
/* From or to a floating type, the other one being arithmetic. */
value_t float_convert(body_t *body, value_t value, const type_t *type);
const expr_t *float_compare(body_t *body, enum CXBinaryOperatorKind op, value_t a, value_t b);
value_t float_binary(body_t *body, enum CXBinaryOperatorKind op, value_t a, value_t b,
                     const type_t *result);
value_t float_unary(body_t *body, enum CXUnaryOperatorKind op, value_t a, const type_t *result);

/* Bits: |x| and the tests of its class, none of which computes. */
const expr_t *float_magnitude(body_t *body, const expr_t *x);
const expr_t *float_is_nan(body_t *body, const expr_t *x);
const expr_t *float_is_infinite(body_t *body, const expr_t *x);
const expr_t *float_is_finite(body_t *body, const expr_t *x);

#endif
