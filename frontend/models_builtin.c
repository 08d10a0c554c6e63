#include "frontend/arith.h"
#include "frontend/lvalue.h"
#include "frontend/models.h"
#include "frontend/rvalue.h"

#include <string.h>

/* Operators that C lacks and compilers have as builtins. Where clang knows the
 * value of the call it is that. */

static bool is_constant(body_t *body, const call_t *call, value_t *out) {
    uint64_t constant;
    if (!type_is_scalar(call->result) || !clu_integer(call->cursor, &constant)) return false;
    *out = body_const(body, call->result, constant);
    return true;
}

static const expr_t *number(body_t *body, unsigned width, uint64_t value) {
    return expr_const(body->exprs, width, value);
}

static const expr_t *shifted_right(body_t *body, const expr_t *x, unsigned by) {
    return expr_binary(body->exprs, EXPR_LSHR, x, number(body, x->width, by));
}

/* The number of ones: sums of 2, 4, 8 bits in place, then of all bytes. */
static const expr_t *ones(body_t *body, const expr_t *x) {
    exprs_t *exprs = body->exprs;
    static const uint64_t masks[] = {UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333),
                                     UINT64_C(0x0f0f0f0f0f0f0f0f)};
    for (unsigned i = 0; i < 3; i++) {
        const expr_t *mask = number(body, x->width, masks[i]);
        const expr_t *low = expr_binary(exprs, EXPR_AND, x, mask);
        const expr_t *high = expr_binary(exprs, EXPR_AND, shifted_right(body, x, 1u << i), mask);
        x = expr_binary(exprs, EXPR_ADD, low, high);
    }
    x = expr_binary(exprs, EXPR_MUL, x, number(body, x->width, UINT64_C(0x0101010101010101)));
    return shifted_right(body, x, x->width - 8u);
}

/* Zeros below the lowest one; the width for 0. */
static const expr_t *zeros_below(body_t *body, const expr_t *x) {
    exprs_t *exprs = body->exprs;
    const expr_t *less = expr_binary(exprs, EXPR_SUB, x, number(body, x->width, 1));
    return ones(body, expr_binary(exprs, EXPR_AND, expr_unary(exprs, EXPR_NOT, x), less));
}

static const expr_t *zeros_above(body_t *body, const expr_t *x) {
    for (unsigned by = 1; by < x->width; by *= 2) /* all bits below the highest one */
        x = expr_binary(body->exprs, EXPR_OR, x, shifted_right(body, x, by));
    return ones(body, expr_unary(body->exprs, EXPR_NOT, x));
}

static const expr_t *swapped(body_t *body, const expr_t *x) {
    exprs_t *exprs = body->exprs;
    const expr_t *result = number(body, x->width, 0);
    for (unsigned at = 0; at < x->width; at += 8) {
        const expr_t *byte =
            expr_binary(exprs, EXPR_AND, shifted_right(body, x, at), number(body, x->width, 0xff));
        const expr_t *place = number(body, x->width, x->width - 8u - at);
        result = expr_binary(exprs, EXPR_OR, result, expr_binary(exprs, EXPR_SHL, byte, place));
    }
    return result;
}

static bool has_word(const call_t *call, const char *word) {
    return strncmp(call->name + strlen("__builtin_"), word, strlen(word)) == 0;
}

value_t model_bits(body_t *body, const call_t *call) {
    value_t result;
    if (is_constant(body, call, &result)) return result;
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    value_t operand = model_arg(body, call, 0, NULL);
    if (operand.type->kind != TYPE_INT)
        return body_unsupported_value(body, call->result, "a builtin on this type");
    operand = body_fix(body, operand);
    const expr_t *x = operand.expr, *is_zero = expr_falsity(body->exprs, x);
    if (has_word(call, "clz") || has_word(call, "ctz"))
        arith_guard(body, is_zero, "the number of zeros in 0, which is not defined");
    if (has_word(call, "bswap"))
        x = swapped(body, x);
    else if (has_word(call, "clz"))
        x = zeros_above(body, x);
    else if (has_word(call, "ctz"))
        x = zeros_below(body, x);
    else if (has_word(call, "popcount"))
        x = ones(body, x);
    else if (has_word(call, "parity"))
        x = expr_binary(body->exprs, EXPR_AND, ones(body, x), number(body, x->width, 1));
    else { /* ffs */
        const expr_t *one = number(body, x->width, 1);
        const expr_t *position = expr_binary(body->exprs, EXPR_ADD, zeros_below(body, x), one);
        x = expr_ite(body->exprs, is_zero, number(body, x->width, 0), position);
    }
    return value_of(expr_resize(body->exprs, x, call->result->bits, false), call->result);
}

/* Arithmetic that tells whether the result fits. */

typedef enum { OVERFLOW_ADD, OVERFLOW_SUB, OVERFLOW_MUL } overflow_t;

static const expr_kind_t overflow_operators[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL};

/* A number of 32 bits at most as one of 64. */
static const expr_t *widened(body_t *body, value_t value) {
    return expr_resize(body->exprs, value.expr, 64, value.type->is_signed);
}

static const expr_t *is_different(body_t *body, const expr_t *a, const expr_t *b) {
    return expr_unary(body->exprs, EXPR_NOT, expr_binary(body->exprs, EXPR_EQ, a, b));
}

static bool is_unsigned(value_t value) {
    return !value.type->is_signed;
}

static const expr_t *is_negative(body_t *body, const expr_t *x) {
    return expr_binary(body->exprs, EXPR_SLT, x, number(body, x->width, 0));
}

/* Operands have 32 bits at most: the exact result has 64. Only products of
 * two unsigned numbers need the 64th bit, and they are not negative. */
static const expr_t *narrow_overflow(body_t *body, overflow_t op, value_t a, value_t b,
                                     const type_t *type, const expr_t **result) {
    const expr_t *exact =
        expr_binary(body->exprs, overflow_operators[op], widened(body, a), widened(body, b));
    *result = expr_resize(body->exprs, exact, type->bits, true);
    bool is_large = op == OVERFLOW_MUL && is_unsigned(a) && is_unsigned(b);
    const expr_t *back = expr_resize(body->exprs, *result, 64, type->is_signed);
    const expr_t *differs = is_different(body, exact, back);
    /* A huge product must not pass for a negative number, nor the reverse. */
    bool may_pass = is_large ? type->is_signed : !type->is_signed && type->bits == 64;
    if (!may_pass) return differs;
    return expr_binary(body->exprs, EXPR_OR, differs, is_negative(body, exact));
}

/* Quotients tell whether a product was cut off. */
static const expr_t *product_overflow(body_t *body, const expr_t *a, const expr_t *b,
                                      const expr_t *product, bool is_signed) {
    exprs_t *exprs = body->exprs;
    const expr_t *quotient = expr_binary(exprs, is_signed ? EXPR_SDIV : EXPR_UDIV, product, a);
    const expr_t *cut =
        expr_binary(exprs, EXPR_AND, expr_truth(exprs, a), is_different(body, quotient, b));
    if (!is_signed) return cut;
    const expr_t *minus_one = number(body, a->width, UINT64_MAX);
    const expr_t *least = number(body, a->width, UINT64_C(1) << (a->width - 1));
    const expr_t *negated_least =
        expr_binary(exprs, EXPR_AND, expr_binary(exprs, EXPR_EQ, a, minus_one),
                    expr_binary(exprs, EXPR_EQ, b, least));
    return expr_binary(exprs, EXPR_OR, cut, negated_least);
}

/* All types are the same. */
static const expr_t *same_overflow(body_t *body, overflow_t op, value_t left, value_t right,
                                   const type_t *type, const expr_t **result) {
    exprs_t *exprs = body->exprs;
    const expr_t *a = left.expr, *b = right.expr;
    const expr_t *r = *result = expr_binary(exprs, overflow_operators[op], a, b);
    if (op == OVERFLOW_MUL) return product_overflow(body, a, b, r, type->is_signed);
    if (!type->is_signed)
        return op == OVERFLOW_ADD ? expr_binary(exprs, EXPR_ULT, r, a)
                                  : expr_binary(exprs, EXPR_ULT, a, b);
    /* The sign is wrong: a and b (or a and -b) have the sign that r has not. */
    const expr_t *other = op == OVERFLOW_ADD ? r : a;
    return is_negative(body, expr_binary(exprs, EXPR_AND, expr_binary(exprs, EXPR_XOR, a, r),
                                         expr_binary(exprs, EXPR_XOR, b, other)));
}

value_t model_overflow(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 3)) return model_zero(body, call);
    overflow_t op = strstr(call->name, "add")   ? OVERFLOW_ADD
                    : strstr(call->name, "sub") ? OVERFLOW_SUB
                                                : OVERFLOW_MUL;
    value_t a = body_fix(body, model_arg(body, call, 0, NULL));
    value_t b = body_fix(body, model_arg(body, call, 1, NULL));
    value_t place = body_fix(body, model_arg(body, call, 2, NULL));
    const type_t *type = place.type->kind == TYPE_POINTER ? place.type->elem : place.type;
    bool are_integers =
        type->kind == TYPE_INT && a.type->kind == TYPE_INT && b.type->kind == TYPE_INT;
    const expr_t *overflows, *result;
    if (are_integers && a.type->bits <= 32 && b.type->bits <= 32 && type->bits <= 64) {
        overflows = narrow_overflow(body, op, a, b, type, &result);
    } else if (are_integers && a.type == type && b.type == type) {
        overflows = same_overflow(body, op, a, b, type, &result);
    } else {
        body_unsupported(body, "%s on these types", call->name);
        return model_zero(body, call);
    }
    value_t flag = body_fix(body, arith_from_truth(body, overflows));
    lvalue_store(body, lvalue_memory(place.expr, type), value_of(result, type));
    return arith_convert(body, flag, call->result);
}

/* Whatever clang does not know at compile time is no constant. */
value_t model_constant_p(body_t *body, const call_t *call) {
    value_t result;
    return is_constant(body, call, &result) ? result : model_zero(body, call);
}

/* "I do not know" is a right answer: the largest size, or 0 for a minimum. */
value_t model_object_size(body_t *body, const call_t *call) {
    value_t result;
    uint64_t kind = 0;
    if (is_constant(body, call, &result)) return result;
    if (call->arg_count > 1) clu_integer(call->args[1], &kind);
    return body_const(body, call->result, kind & 2 ? 0 : UINT64_MAX);
}

value_t model_first_argument(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    value_t value = model_arg(body, call, 0, call->result);
    model_args(body, call, 1);
    return value;
}
