#include "frontend/arith_float.h"

#include "cfa/ieee.h"
#include "frontend/arith.h"

#include <math.h>

const expr_t *float_constant_expr(body_t *body, const type_t *type, double number) {
    return expr_const(body->exprs, type->bits, ieee_bits(type->bits, number));
}

static const expr_t *bits(body_t *body, const expr_t *like, uint64_t value) {
    return expr_const(body->exprs, like->width, value);
}

const expr_t *float_magnitude(body_t *body, const expr_t *x) {
    return expr_binary(body->exprs, EXPR_AND, x, bits(body, x, ieee_sign_bit(x->width) - 1));
}

const expr_t *float_is_nan(body_t *body, const expr_t *x) {
    return expr_binary(body->exprs, EXPR_ULT, bits(body, x, ieee_infinity(x->width)),
                       float_magnitude(body, x));
}

const expr_t *float_is_infinite(body_t *body, const expr_t *x) {
    return expr_binary(body->exprs, EXPR_EQ, float_magnitude(body, x),
                       bits(body, x, ieee_infinity(x->width)));
}

const expr_t *float_is_finite(body_t *body, const expr_t *x) {
    return expr_binary(body->exprs, EXPR_ULT, float_magnitude(body, x),
                       bits(body, x, ieee_infinity(x->width)));
}

/* Neither zero is true, what is no number is. */
const expr_t *float_truth(body_t *body, value_t value) {
    return expr_truth(body->exprs, float_magnitude(body, value.expr));
}

/* Which numbers, cut towards zero, fit an integer: the limits are numbers of
 * the format, or the least integer itself where the one below it is not. */
static const expr_t *misfits(body_t *body, value_t value, const type_t *type) {
    exprs_t *exprs = body->exprs;
    bool is_signed = type->kind == TYPE_INT && type->is_signed;
    double limit = ldexp(1, is_signed ? type->bits - 1 : type->bits);
    double below = is_signed ? -limit - 1 : -1;
    unsigned digits = value.type->bits == 32 ? 24 : 53;
    bool is_exact = !is_signed || type->bits <= digits;
    const expr_t *low = float_constant_expr(body, value.type, is_exact ? below : -limit);
    const expr_t *high = float_constant_expr(body, value.type, limit);
    const expr_t *above = expr_binary(exprs, is_exact ? EXPR_FLT : EXPR_FLE, low, value.expr);
    const expr_t *fits =
        expr_binary(exprs, EXPR_AND, above, expr_binary(exprs, EXPR_FLT, value.expr, high));
    return expr_unary(exprs, EXPR_NOT, fits);
}

static value_t to_integer(body_t *body, value_t value, const type_t *type) {
    if (value.expr->kind != EXPR_CONST) value = body_settle(body, value);
    arith_guard(body, misfits(body, value, type),
                "conversion of a floating-point number that the integer type cannot hold");
    bool is_signed = type->kind == TYPE_INT && type->is_signed;
    expr_kind_t kind = is_signed ? EXPR_FSINT : EXPR_FUINT;
    return value_of(expr_float(body->exprs, kind, value.expr, type->bits), type);
}

value_t float_convert(body_t *body, value_t value, const type_t *type) {
    body_assumes(body, ASSUME_ROUNDING);
    exprs_t *exprs = body->exprs;
    if (is_float_type(type)) {
        expr_kind_t kind = EXPR_FCAST;
        if (!is_float_type(value.type)) {
            bool is_signed = value.type->kind == TYPE_INT && value.type->is_signed;
            kind = is_signed ? EXPR_SFLOAT : EXPR_UFLOAT;
        }
        return value_of(expr_float(exprs, kind, value.expr, type->bits), type);
    }
    if (type->kind == TYPE_BOOL)
        return value_of(expr_resize(exprs, float_truth(body, value), 8, false), type);
    return to_integer(body, value, type);
}

const expr_t *float_compare(body_t *body, enum CXBinaryOperatorKind op, value_t a, value_t b) {
    exprs_t *exprs = body->exprs;
    switch (op) {
    case CXBinaryOperator_LT: return expr_binary(exprs, EXPR_FLT, a.expr, b.expr);
    case CXBinaryOperator_GT: return expr_binary(exprs, EXPR_FLT, b.expr, a.expr);
    case CXBinaryOperator_LE: return expr_binary(exprs, EXPR_FLE, a.expr, b.expr);
    case CXBinaryOperator_GE: return expr_binary(exprs, EXPR_FLE, b.expr, a.expr);
    case CXBinaryOperator_EQ: return expr_binary(exprs, EXPR_FEQ, a.expr, b.expr);
    default: return expr_unary(exprs, EXPR_NOT, expr_binary(exprs, EXPR_FEQ, a.expr, b.expr));
    }
}

value_t float_binary(body_t *body, enum CXBinaryOperatorKind op, value_t a, value_t b,
                     const type_t *result) {
    body_assumes(body, ASSUME_ROUNDING);
    expr_kind_t kind;
    switch (op) {
    case CXBinaryOperator_Add: kind = EXPR_FADD; break;
    case CXBinaryOperator_Sub: kind = EXPR_FSUB; break;
    case CXBinaryOperator_Mul: kind = EXPR_FMUL; break;
    case CXBinaryOperator_Div: kind = EXPR_FDIV; break;
    default: return body_unsupported_value(body, result, "this operator on floating-point numbers");
    }
    a = arith_convert(body, a, result);
    b = arith_convert(body, b, result);
    return value_of(expr_binary(body->exprs, kind, a.expr, b.expr), result);
}

value_t float_unary(body_t *body, enum CXUnaryOperatorKind op, value_t a, const type_t *result) {
    a = arith_convert(body, a, result);
    if (op == CXUnaryOperator_Plus) return a;
    if (op != CXUnaryOperator_Minus)
        return body_unsupported_value(body, result, "this operator on floating-point numbers");
    const expr_t *sign = bits(body, a.expr, ieee_sign_bit(a.expr->width));
    return value_of(expr_binary(body->exprs, EXPR_XOR, a.expr, sign), result);
}
