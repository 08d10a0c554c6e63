/* math.h. Most are made of a few bits and of the operators of cfa/expr.h; those
 * that are neither (sin, pow, fmod, ...) have no model here. */
#include "frontend/models.h"

#include "cfa/ieee.h"
#include "frontend/arith.h"
#include "frontend/arith_float.h"

#include <string.h>

/* Argument index as a number of the result's type; settled, for it is used
 * more than once. */
static bool operand(body_t *body, const call_t *call, size_t index, const expr_t **x) {
    if (!model_needs(body, call, index + 1) || !is_float_type(call->result)) return false;
    *x = model_arg(body, call, index, call->result).expr;
    return true;
}

static value_t refuse(body_t *body, const call_t *call) {
    if (!is_float_type(call->result))
        body_unsupported(body, "call of '%s' with this type", call->name);
    return model_zero(body, call);
}

static const expr_t *bits(body_t *body, const expr_t *like, uint64_t value) {
    return expr_const(body->exprs, like->width, value);
}

value_t model_fabs(body_t *body, const call_t *call) {
    const expr_t *x;
    if (!operand(body, call, 0, &x)) return refuse(body, call);
    return value_of(float_magnitude(body, x), call->result);
}

static value_t operator_of(body_t *body, const call_t *call, expr_kind_t kind) {
    const expr_t *x;
    if (!operand(body, call, 0, &x)) return refuse(body, call);
    return value_of(expr_float(body->exprs, kind, x, x->width), call->result);
}

value_t model_sqrt(body_t *body, const call_t *call) {
    return operator_of(body, call, EXPR_FSQRT);
}
value_t model_floor(body_t *body, const call_t *call) {
    return operator_of(body, call, EXPR_FFLOOR);
}
value_t model_ceil(body_t *body, const call_t *call) {
    return operator_of(body, call, EXPR_FCEIL);
}
value_t model_trunc(body_t *body, const call_t *call) {
    return operator_of(body, call, EXPR_FTRUNC);
}
value_t model_rint(body_t *body, const call_t *call) {
    return operator_of(body, call, EXPR_FRINT);
}

/* Sign of one, magnitude of the other. */
static const expr_t *with_sign(body_t *body, const expr_t *magnitude, const expr_t *sign) {
    uint64_t mask = ieee_sign_bit(sign->width);
    return expr_binary(body->exprs, EXPR_OR, float_magnitude(body, magnitude),
                       expr_binary(body->exprs, EXPR_AND, sign, bits(body, sign, mask)));
}

/* To the nearest, ties away from zero: the rest that was cut off is exact. */
static const expr_t *rounded(body_t *body, const expr_t *x) {
    exprs_t *exprs = body->exprs;
    const expr_t *whole = expr_float(exprs, EXPR_FTRUNC, x, x->width);
    const expr_t *rest = expr_binary(exprs, EXPR_FSUB, x, whole);
    const expr_t *half = bits(body, x, ieee_bits(x->width, 0.5));
    const expr_t *one = with_sign(body, bits(body, x, ieee_bits(x->width, 1)), x);
    const expr_t *is_further = expr_binary(exprs, EXPR_FLE, half, float_magnitude(body, rest));
    return expr_ite(exprs, is_further, expr_binary(exprs, EXPR_FADD, whole, one), whole);
}

value_t model_round(body_t *body, const call_t *call) {
    const expr_t *x;
    if (!operand(body, call, 0, &x)) return refuse(body, call);
    return value_of(rounded(body, x), call->result);
}

/* An argument as it is, of whichever floating type. */
static bool any_operand(body_t *body, const call_t *call, size_t index, value_t *x) {
    if (!model_needs(body, call, index + 1)) return false;
    *x = model_arg(body, call, index, NULL);
    if (x->expr && is_float_type(x->type)) return true;
    body_unsupported(body, "call of '%s' with this type", call->name);
    return false;
}

/* lrint, lround and the like; fits is C's word for what may be converted. */
static value_t to_integer(body_t *body, const call_t *call, bool ties_to_even) {
    value_t x;
    if (!any_operand(body, call, 0, &x)) return model_zero(body, call);
    const expr_t *whole = ties_to_even ? expr_float(body->exprs, EXPR_FRINT, x.expr, x.expr->width)
                                       : rounded(body, x.expr);
    return arith_convert(body, body_fix(body, value_of(whole, x.type)), call->result);
}
value_t model_lrint(body_t *body, const call_t *call) {
    return to_integer(body, call, true);
}
value_t model_lround(body_t *body, const call_t *call) {
    return to_integer(body, call, false);
}

value_t model_copysign(body_t *body, const call_t *call) {
    const expr_t *x, *y;
    if (!operand(body, call, 0, &x) || !operand(body, call, 1, &y)) return refuse(body, call);
    return value_of(with_sign(body, x, y), call->result);
}

/* What is no number gives way to a number; -0 counts as less than +0, as IEEE
 * 754 recommends. Equal numbers have equal bits, except for zeros. */
static value_t extreme(body_t *body, const call_t *call, bool is_least) {
    exprs_t *exprs = body->exprs;
    const expr_t *x, *y;
    if (!operand(body, call, 0, &x) || !operand(body, call, 1, &y)) return refuse(body, call);
    const expr_t *zero = expr_binary(exprs, is_least ? EXPR_OR : EXPR_AND, x, y);
    const expr_t *x_less = expr_binary(exprs, EXPR_FLT, x, y);
    const expr_t *y_less = expr_binary(exprs, EXPR_FLT, y, x);
    const expr_t *result = expr_ite(exprs, y_less, is_least ? y : x, zero);
    result = expr_ite(exprs, x_less, is_least ? x : y, result);
    result = expr_ite(exprs, float_is_nan(body, y), x, result);
    return value_of(expr_ite(exprs, float_is_nan(body, x), y, result), call->result);
}
value_t model_fmin(body_t *body, const call_t *call) {
    return extreme(body, call, true);
}
value_t model_fmax(body_t *body, const call_t *call) {
    return extreme(body, call, false);
}

value_t model_fdim(body_t *body, const call_t *call) {
    exprs_t *exprs = body->exprs;
    const expr_t *x, *y;
    if (!operand(body, call, 0, &x) || !operand(body, call, 1, &y)) return refuse(body, call);
    const expr_t *difference = expr_binary(exprs, EXPR_FSUB, x, y);
    const expr_t *at_most = expr_binary(exprs, EXPR_FLE, x, y);
    return value_of(expr_ite(exprs, at_most, bits(body, x, 0), difference), call->result);
}

/* Classes. C only says that a true answer is not 0; here it is 1. */

static value_t truth(body_t *body, const call_t *call, const expr_t *answer) {
    return arith_convert(body, arith_from_truth(body, answer), call->result);
}

value_t model_isnan(body_t *body, const call_t *call) {
    value_t x;
    if (!any_operand(body, call, 0, &x)) return model_zero(body, call);
    return truth(body, call, float_is_nan(body, x.expr));
}

static const expr_t *is_negative(body_t *body, const expr_t *x) {
    return expr_binary(body->exprs, EXPR_SLT, x, bits(body, x, 0));
}

/* glibc's functions tell the sign of infinity, too. */
value_t model_isinf(body_t *body, const call_t *call) {
    value_t x;
    if (!any_operand(body, call, 0, &x)) return model_zero(body, call);
    const expr_t *answer = float_is_infinite(body, x.expr);
    if (!strcmp(call->name, "__builtin_isinf")) return truth(body, call, answer);
    const expr_t *one = expr_const(body->exprs, 32, 1), *none = expr_const(body->exprs, 32, 0);
    const expr_t *sign = expr_ite(body->exprs, is_negative(body, x.expr),
                                  expr_const(body->exprs, 32, UINT32_MAX), one);
    value_t result = value_of(expr_ite(body->exprs, answer, sign, none), body_int_type(body));
    return arith_convert(body, result, call->result);
}

value_t model_isfinite(body_t *body, const call_t *call) {
    value_t x;
    if (!any_operand(body, call, 0, &x)) return model_zero(body, call);
    return truth(body, call, float_is_finite(body, x.expr));
}

static const expr_t *least_normal(body_t *body, const expr_t *like) {
    return bits(body, like, UINT64_C(1) << (like->width == 32 ? 23 : 52));
}

value_t model_isnormal(body_t *body, const call_t *call) {
    value_t x;
    if (!any_operand(body, call, 0, &x)) return model_zero(body, call);
    const expr_t *is_large = expr_binary(body->exprs, EXPR_ULE, least_normal(body, x.expr),
                                         float_magnitude(body, x.expr));
    return truth(body, call,
                 expr_binary(body->exprs, EXPR_AND, is_large, float_is_finite(body, x.expr)));
}

/* Which number stands for the sign is up to the compiler: GCC has 1 and INT_MIN. */
value_t model_signbit(body_t *body, const call_t *call) {
    value_t x;
    if (!any_operand(body, call, 0, &x)) return model_zero(body, call);
    const expr_t *has_sign = is_negative(body, x.expr);
    exprs_t *exprs = body->exprs;
    const expr_t *any = body_havoc(body, call->result).expr;
    const expr_t *one = expr_const(exprs, any->width, 1);
    const expr_t *set = expr_ite(exprs, expr_truth(exprs, any), any, one);
    const expr_t *clear = expr_const(exprs, any->width, 0);
    return value_of(expr_ite(exprs, has_sign, set, clear), call->result);
}

/* The builtin is told the five answers, in the order below, before the number;
 * glibc's functions use its own FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL and
 * FP_ZERO. */
value_t model_fpclassify(body_t *body, const call_t *call) {
    enum { NOT_A_NUMBER, INFINITE, NORMAL, SUBNORMAL, ZERO, ANSWERS };
    static const uint64_t glibc[ANSWERS] = {0, 1, 4, 3, 2};
    exprs_t *exprs = body->exprs;
    bool is_told = !strcmp(call->name, "__builtin_fpclassify");
    const expr_t *answer[ANSWERS];
    if (!model_needs(body, call, is_told ? ANSWERS + 1 : 1)) return model_zero(body, call);
    for (size_t i = 0; i < ANSWERS; i++)
        answer[i] = is_told ? model_arg(body, call, i, body_int_type(body)).expr
                            : expr_const(exprs, 32, glibc[i]);
    value_t x;
    if (!any_operand(body, call, is_told ? ANSWERS : 0, &x)) return model_zero(body, call);
    const expr_t *magnitude = float_magnitude(body, x.expr);
    const expr_t *is_small = expr_binary(exprs, EXPR_ULT, magnitude, least_normal(body, x.expr));
    const expr_t *result = expr_ite(exprs, is_small, answer[SUBNORMAL], answer[NORMAL]);
    result = expr_ite(exprs, expr_falsity(exprs, magnitude), answer[ZERO], result);
    result = expr_ite(exprs, float_is_infinite(body, x.expr), answer[INFINITE], result);
    result = expr_ite(exprs, float_is_nan(body, x.expr), answer[NOT_A_NUMBER], result);
    return value_of(result, body_int_type(body));
}

/* Comparisons that are quiet where an operand is no number. */
value_t model_quiet_comparison(body_t *body, const call_t *call) {
    static const struct {
        const char *name;
        enum CXBinaryOperatorKind op;
    } table[] = {{"__builtin_isgreater", CXBinaryOperator_GT},
                 {"__builtin_isgreaterequal", CXBinaryOperator_GE},
                 {"__builtin_isless", CXBinaryOperator_LT},
                 {"__builtin_islessequal", CXBinaryOperator_LE}};
    exprs_t *exprs = body->exprs;
    value_t x, y;
    if (!any_operand(body, call, 0, &x) || !any_operand(body, call, 1, &y))
        return model_zero(body, call);
    const type_t *common = arith_common(body, x.type, y.type);
    x = arith_convert(body, x, common);
    y = arith_convert(body, y, common);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (!strcmp(call->name, table[i].name))
            return truth(body, call, float_compare(body, table[i].op, x, y));
    const expr_t *answer;
    if (!strcmp(call->name, "__builtin_isunordered"))
        answer =
            expr_binary(exprs, EXPR_OR, float_is_nan(body, x.expr), float_is_nan(body, y.expr));
    else
        answer = expr_binary(exprs, EXPR_OR, float_compare(body, CXBinaryOperator_LT, x, y),
                             float_compare(body, CXBinaryOperator_GT, x, y));
    return truth(body, call, answer);
}

value_t model_infinity(body_t *body, const call_t *call) {
    if (!is_float_type(call->result)) return refuse(body, call);
    return body_const(body, call->result, ieee_infinity(call->result->bits));
}

/* The payload, which the argument names, is not modelled. */
value_t model_nan(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    if (!is_float_type(call->result)) return refuse(body, call);
    return body_const(body, call->result, ieee_nan(call->result->bits));
}
