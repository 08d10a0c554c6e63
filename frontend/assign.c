#include "frontend/arith.h"
#include "frontend/ctype.h"
#include "frontend/lvalue.h"
#include "frontend/rvalue.h"

value_t assign_simple(body_t *body, CXCursor cursor) {
    cursors_t operands = clu_operands(body->lower->scratch, cursor);
    if (operands.len != 2)
        return body_unsupported_value(body, body_type(body, cursor), "this form of assignment");
    /* A place that needs no step to find does not matter for the order. */
    lvalue_t to = lvalue_lower(body, operands.data[0]);
    value_t value = rvalue_as(body, operands.data[1], to.type);
    return lvalue_store(body, to, value);
}

static enum CXBinaryOperatorKind plain_operator(enum CXBinaryOperatorKind op) {
    switch (op) {
    case CXBinaryOperator_MulAssign: return CXBinaryOperator_Mul;
    case CXBinaryOperator_DivAssign: return CXBinaryOperator_Div;
    case CXBinaryOperator_RemAssign: return CXBinaryOperator_Rem;
    case CXBinaryOperator_AddAssign: return CXBinaryOperator_Add;
    case CXBinaryOperator_SubAssign: return CXBinaryOperator_Sub;
    case CXBinaryOperator_ShlAssign: return CXBinaryOperator_Shl;
    case CXBinaryOperator_ShrAssign: return CXBinaryOperator_Shr;
    case CXBinaryOperator_AndAssign: return CXBinaryOperator_And;
    case CXBinaryOperator_XorAssign: return CXBinaryOperator_Xor;
    case CXBinaryOperator_OrAssign: return CXBinaryOperator_Or;
    default: return CXBinaryOperator_Invalid;
    }
}

/* Bit-fields that fit into an int are promoted to it, whatever their sign. */
static const type_t *operand_type(body_t *body, lvalue_t lvalue) {
    if (lvalue.kind == LVALUE_BITS && (lvalue.width < 32 || lvalue.type->is_signed) &&
        lvalue.width <= 32)
        return body_int_type(body);
    return arith_promote(body, lvalue.type);
}

/* The new value of an lvalue: old op value, in the type C computes in. */
static value_t computed(body_t *body, lvalue_t lvalue, enum CXBinaryOperatorKind op, value_t old,
                        value_t value) {
    const type_t *left = operand_type(body, lvalue);
    if (left->kind == TYPE_POINTER) return arith_binary(body, op, old, value, left);
    bool is_shift = op == CXBinaryOperator_Shl || op == CXBinaryOperator_Shr;
    const type_t *common =
        is_shift || !type_is_scalar(value.type) ? left : arith_common(body, left, value.type);
    old = arith_convert(body, arith_convert(body, old, left), common);
    if (!is_shift) value = arith_convert(body, value, common);
    return arith_convert(body, arith_binary(body, op, old, value, common), lvalue.type);
}

/* Reads, computes, writes; in one atomic section for _Atomic objects. Gives
 * the old value through *before if that is not NULL. */
static value_t update(body_t *body, lvalue_t lvalue, enum CXBinaryOperatorKind op, value_t value,
                      value_t *before) {
    bool is_section = lvalue.is_atomic && lvalue.kind != LVALUE_REG;
    if (is_section) body_step(body, EDGE_ATOMIC_BEGIN);
    value_t old = lvalue_load(body, lvalue);
    if (before)
        old = *before = body_fix(body, old);
    else if (lvalue.kind != LVALUE_REG)
        old = body_settle(body, old);
    value_t result = lvalue_store(body, lvalue, computed(body, lvalue, op, old, value));
    if (is_section) body_step(body, EDGE_ATOMIC_END);
    return result;
}

/* The right side is read before the left: i += j loads j, loads i, stores i. */
value_t assign_compound(body_t *body, CXCursor cursor) {
    cursors_t operands = clu_operands(body->lower->scratch, cursor);
    enum CXBinaryOperatorKind op = plain_operator(clang_getCursorBinaryOperatorKind(cursor));
    if (operands.len != 2 || op == CXBinaryOperator_Invalid)
        return body_unsupported_value(body, body_type(body, cursor), "this form of assignment");
    lvalue_t to = lvalue_lower(body, operands.data[0]);
    value_t value = rvalue_lower(body, operands.data[1]);
    /* A register needs no load: the one on the right may stay inside. */
    if (to.kind != LVALUE_REG) value = body_settle(body, value);
    return update(body, to, op, value, NULL);
}

value_t assign_increment(body_t *body, CXCursor cursor, bool wanted) {
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
    bool is_post = kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec;
    bool is_up = kind == CXUnaryOperator_PreInc || kind == CXUnaryOperator_PostInc;
    lvalue_t lvalue = lvalue_lower(body, clu_last_operand(cursor));
    enum CXBinaryOperatorKind op = is_up ? CXBinaryOperator_Add : CXBinaryOperator_Sub;
    value_t before;
    bool keeps_old = is_post && wanted;
    value_t after = update(body, lvalue, op, body_int(body, 1), keeps_old ? &before : NULL);
    return keeps_old ? before : after;
}
