#include "frontend/arith.h"

#include "frontend/arith_float.h"
#include "frontend/overflow.h"

static bool is_signed(const type_t *type) {
    return type->kind == TYPE_INT && type->is_signed;
}

static bool is_integral(const type_t *type) {
    return type->kind == TYPE_INT || type->kind == TYPE_BOOL || type->kind == TYPE_POINTER;
}

/* Arrays and functions are values by their address. */
static bool is_address(const type_t *type) {
    return type->kind == TYPE_ARRAY || type->kind == TYPE_FUNCTION;
}

static bool is_pointer(const type_t *type) {
    return type->kind == TYPE_POINTER || is_address(type);
}

static bool is_number(value_t value) {
    return value.expr && (is_integral(value.type) || is_address(value.type));
}

static bool is_float(value_t value) {
    return value.expr && is_float_type(value.type);
}

static const expr_t *no_truth(body_t *body, value_t value) {
    body_unsupported(body, "%s",
                     value.type->is_opaque && value.type->name ? value.type->name
                                                               : "comparison of this type");
    return expr_const(body->exprs, 1, 0);
}

const expr_t *arith_truth(body_t *body, value_t value) {
    if (is_float(value)) return float_truth(body, value);
    if (!is_number(value)) return no_truth(body, value);
    return expr_truth(body->exprs, value.expr);
}

value_t arith_from_truth(body_t *body, const expr_t *truth) {
    return value_of(expr_resize(body->exprs, truth, 32, false), body_int_type(body));
}

/* Reasons are told in the user's terms. */
static const char *conversion_problem(const type_t *from, const type_t *to) {
    if (from->is_library || to->is_library) {
        const type_t *type = from->is_library ? from : to;
        return type->name ? type->name : "an opaque type";
    }
    return "conversion between these types";
}

/* Would a pointer to one that is used as a pointer to the other show bytes of it? */
static bool is_other(const type_t *a, const type_t *b) {
    bool are_objects = a->size && b->size && a->kind != TYPE_VOID && b->kind != TYPE_VOID;
    return are_objects && (a->kind != b->kind || a->size != b->size);
}

value_t arith_convert(body_t *body, value_t value, const type_t *type) {
    const type_t *from = value.type;
    if (from == type || type->kind == TYPE_VOID)
        return value_of(type->kind == TYPE_VOID ? NULL : value.expr, type);
    /* libclang shows a parameter declared as an array or function as such,
     * also where it is the pointer that it really is. */
    if (from->kind == TYPE_POINTER && is_address(type)) return value;
    if (from->kind == TYPE_POINTER && type->kind == TYPE_POINTER &&
        is_other(from->elem, type->elem))
        body_assumes(body, ASSUME_ALIASING);
    bool from_arithmetic = is_float(value) || (is_number(value) && from->kind != TYPE_POINTER);
    bool to_arithmetic = is_float_type(type) || (is_integral(type) && type->kind != TYPE_POINTER);
    if ((is_float(value) || is_float_type(type)) && from_arithmetic && to_arithmetic)
        return float_convert(body, value, type);
    if (is_number(value) && is_integral(type)) {
        if (type->kind == TYPE_BOOL) {
            const expr_t *truth = expr_truth(body->exprs, value.expr);
            return value_of(expr_resize(body->exprs, truth, 8, false), type);
        }
        if (is_pointer(from) && !is_pointer(type) && value.expr->kind != EXPR_CONST)
            body_assumes(body, ASSUME_LAYOUT);
        return value_of(expr_resize(body->exprs, value.expr, type->bits, is_signed(from)), type);
    }
    /* Two definitions of one record in different files, or qualifiers. */
    if (from->kind == type->kind && from->size == type->size && value.expr && !from->is_library &&
        !type->is_library)
        return value_of(value.expr, type);
    return body_unsupported_value(body, type, conversion_problem(from, type));
}

bool arith_is_comparison(enum CXBinaryOperatorKind op) {
    switch (op) {
    case CXBinaryOperator_LT:
    case CXBinaryOperator_GT:
    case CXBinaryOperator_LE:
    case CXBinaryOperator_GE:
    case CXBinaryOperator_EQ:
    case CXBinaryOperator_NE: return true;
    default: return false;
    }
}

const expr_t *arith_compare(body_t *body, enum CXBinaryOperatorKind op, value_t a, value_t b) {
    exprs_t *exprs = body->exprs;
    if (is_float(a) && is_float(b) && a.type == b.type) return float_compare(body, op, a, b);
    if (!is_number(a) || !is_number(b)) return no_truth(body, is_number(a) ? b : a);
    if (a.expr->width != b.expr->width) {
        /* pointer with integer, which clang lets through */
        const type_t *wide = type_pointer(body->program->types, type_void(body->program->types));
        a = arith_convert(body, a, wide);
        b = arith_convert(body, b, wide);
    }
    if (is_pointer(a.type) && op != CXBinaryOperator_EQ && op != CXBinaryOperator_NE)
        body_assumes(body, ASSUME_LAYOUT);
    bool by_sign = is_signed(a.type) && is_signed(b.type);
    expr_kind_t less = by_sign ? EXPR_SLT : EXPR_ULT, at_most = by_sign ? EXPR_SLE : EXPR_ULE;
    switch (op) {
    case CXBinaryOperator_LT: return expr_binary(exprs, less, a.expr, b.expr);
    case CXBinaryOperator_GT: return expr_binary(exprs, less, b.expr, a.expr);
    case CXBinaryOperator_LE: return expr_binary(exprs, at_most, a.expr, b.expr);
    case CXBinaryOperator_GE: return expr_binary(exprs, at_most, b.expr, a.expr);
    case CXBinaryOperator_EQ: return expr_binary(exprs, EXPR_EQ, a.expr, b.expr);
    default: return expr_unary(exprs, EXPR_NOT, expr_binary(exprs, EXPR_EQ, a.expr, b.expr));
    }
}

void arith_guard(body_t *body, const expr_t *bad, const char *what) {
    if (bad->kind == EXPR_CONST && !bad->value) return;
    flow_node_t failing = flow_node(&body->flow), going_on = flow_node(&body->flow);
    body_branch(body, bad, failing, going_on);
    body->flow.at = failing;
    body_guard(body, what);
    body->flow.at = going_on;
}

static value_t divide(body_t *body, bool is_remainder, value_t a, value_t b, const type_t *result) {
    exprs_t *exprs = body->exprs;
    if (b.expr->kind != EXPR_CONST || b.expr->value == 0) {
        a = body_settle(body, a);
        b = body_settle(body, b);
        arith_guard(body, expr_falsity(exprs, b.expr), "division by zero");
    }
    overflow_check_binary(body, CXBinaryOperator_Div, &a, &b, result);
    bool by_sign = is_signed(result);
    expr_kind_t kind =
        is_remainder ? (by_sign ? EXPR_SREM : EXPR_UREM) : (by_sign ? EXPR_SDIV : EXPR_UDIV);
    return value_of(expr_binary(exprs, kind, a.expr, b.expr), result);
}

static value_t shift(body_t *body, bool is_left, value_t a, value_t b, const type_t *result) {
    exprs_t *exprs = body->exprs;
    unsigned width = result->bits;
    const expr_t *limit = expr_const(exprs, b.expr->width, width);
    if (b.expr->kind != EXPR_CONST) {
        a = body_settle(body, a);
        b = body_settle(body, b);
    }
    /* A negative amount is a huge unsigned one. */
    arith_guard(body, expr_binary(exprs, EXPR_ULE, limit, b.expr), "shift by too many bits");
    b = value_of(expr_resize(exprs, b.expr, width, false), result);
    if (is_left) overflow_check_binary(body, CXBinaryOperator_Shl, &a, &b, result);
    expr_kind_t kind = is_left ? EXPR_SHL : is_signed(result) ? EXPR_ASHR : EXPR_LSHR;
    return value_of(expr_binary(exprs, kind, a.expr, b.expr), result);
}

const expr_t *arith_offset(body_t *body, const expr_t *pointer, uint64_t bytes) {
    const expr_t *offset = expr_const(body->exprs, pointer->width, bytes);
    return expr_binary(body->exprs, EXPR_ADD, pointer, offset);
}

static const expr_t *scaled(body_t *body, value_t index, const type_t *elem) {
    unsigned bits = body->program->pointer_bits;
    const expr_t *wide = expr_resize(body->exprs, index.expr, bits, is_signed(index.type));
    return expr_binary(body->exprs, EXPR_MUL, wide, body_size_of(body, elem));
}

const expr_t *arith_element(body_t *body, const expr_t *pointer, value_t index,
                            const type_t *elem) {
    return expr_binary(body->exprs, EXPR_ADD, pointer, scaled(body, index, elem));
}

static value_t pointer_difference(body_t *body, value_t a, value_t b, const type_t *result) {
    const expr_t *bytes = expr_binary(body->exprs, EXPR_SUB, a.expr, b.expr);
    const expr_t *size = body_size_of(body, a.type->elem);
    const expr_t *count = expr_binary(body->exprs, EXPR_SDIV, bytes, size);
    return value_of(expr_resize(body->exprs, count, result->bits, true), result);
}

static bool pointer_arithmetic(body_t *body, enum CXBinaryOperatorKind op, value_t a, value_t b,
                               const type_t *result, value_t *out) {
    bool left = a.type->kind == TYPE_POINTER || a.type->kind == TYPE_ARRAY;
    bool right = b.type->kind == TYPE_POINTER || b.type->kind == TYPE_ARRAY;
    if (!left && !right) return false;
    if (op == CXBinaryOperator_Sub && left && right) {
        *out = pointer_difference(body, a, b, result);
        return true;
    }
    if (op == CXBinaryOperator_Add) {
        value_t pointer = left ? a : b, index = left ? b : a;
        *out = value_of(arith_element(body, pointer.expr, index, pointer.type->elem), result);
        return true;
    }
    if (op == CXBinaryOperator_Sub && left) {
        const expr_t *bytes = scaled(body, b, a.type->elem);
        *out = value_of(expr_binary(body->exprs, EXPR_SUB, a.expr, bytes), result);
        return true;
    }
    return false;
}

static void may_wrap(body_t *body, value_t a, value_t b) {
    bool are_constants = a.expr->kind == EXPR_CONST && b.expr->kind == EXPR_CONST;
    if (!are_constants) body_assumes(body, ASSUME_SIGNED_OVERFLOW);
}

value_t arith_binary(body_t *body, enum CXBinaryOperatorKind op, value_t a, value_t b,
                     const type_t *result) {
    if (arith_is_comparison(op)) return arith_from_truth(body, arith_compare(body, op, a, b));
    if (result->kind == TYPE_ARRAY) result = body_pointer_to(body, result->elem); /* argv + 1 */
    if (is_float_type(result) && a.expr && b.expr) return float_binary(body, op, a, b, result);
    if (!is_number(a) || !is_number(b) || !type_is_scalar(result))
        return body_unsupported_value(body, result, "arithmetic on this type");
    value_t pointer;
    if (pointer_arithmetic(body, op, a, b, result, &pointer)) return pointer;
    a = arith_convert(body, a, result);
    if (op == CXBinaryOperator_Shl || op == CXBinaryOperator_Shr)
        return shift(body, op == CXBinaryOperator_Shl, a, b, result);
    b = arith_convert(body, b, result);
    expr_kind_t kind;
    switch (op) {
    case CXBinaryOperator_Add: kind = EXPR_ADD; break;
    case CXBinaryOperator_Sub: kind = EXPR_SUB; break;
    case CXBinaryOperator_Mul: kind = EXPR_MUL; break;
    case CXBinaryOperator_And: kind = EXPR_AND; break;
    case CXBinaryOperator_Or: kind = EXPR_OR; break;
    case CXBinaryOperator_Xor: kind = EXPR_XOR; break;
    case CXBinaryOperator_Div: return divide(body, false, a, b, result);
    case CXBinaryOperator_Rem: return divide(body, true, a, b, result);
    default: return body_unsupported_value(body, result, "this operator");
    }
    if (is_signed(result) && (kind == EXPR_ADD || kind == EXPR_SUB || kind == EXPR_MUL))
        may_wrap(body, a, b);
    overflow_check_binary(body, op, &a, &b, result);
    return value_of(expr_binary(body->exprs, kind, a.expr, b.expr), result);
}

value_t arith_unary(body_t *body, enum CXUnaryOperatorKind op, value_t a, const type_t *result) {
    if (is_float_type(result) && a.expr) return float_unary(body, op, a, result);
    if (!is_number(a) || !type_is_scalar(result))
        return body_unsupported_value(body, result, "arithmetic on this type");
    a = arith_convert(body, a, result);
    if (op == CXUnaryOperator_Minus) overflow_check_negation(body, &a, result);
    switch (op) {
    case CXUnaryOperator_Plus: return a;
    case CXUnaryOperator_Minus:
        if (is_signed(result)) may_wrap(body, a, a);
        return value_of(expr_unary(body->exprs, EXPR_NEG, a.expr), result);
    case CXUnaryOperator_Not: return value_of(expr_unary(body->exprs, EXPR_NOT, a.expr), result);
    default: return body_unsupported_value(body, result, "this operator");
    }
}

const type_t *arith_promote(body_t *body, const type_t *type) {
    bool is_small = (type->kind == TYPE_INT || type->kind == TYPE_BOOL) && type->bits < 32;
    return is_small ? body_int_type(body) : type;
}

/* Widths decide: where ranks differ and widths do not, C's rules also come to
 * the unsigned type if one of the two is unsigned. */
const type_t *arith_common(body_t *body, const type_t *a, const type_t *b) {
    a = arith_promote(body, a);
    b = arith_promote(body, b);
    if (a->kind == TYPE_FLOAT || b->kind == TYPE_FLOAT) {
        if (a->kind != TYPE_FLOAT) return b;
        return b->kind == TYPE_FLOAT && b->bits > a->bits ? b : a;
    }
    if (a->bits != b->bits) return a->bits > b->bits ? a : b;
    return a->is_signed ? b : a;
}
