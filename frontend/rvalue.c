#include "frontend/rvalue.h"

#include "frontend/arith.h"
#include "frontend/arith_float.h"
#include "frontend/call.h"
#include "frontend/condition.h"
#include "frontend/ctype.h"
#include "frontend/lvalue.h"
#include "frontend/stmt.h"
#include "frontend/symbols.h"
#include "frontend/vla.h"

value_t rvalue_as(body_t *body, CXCursor cursor, const type_t *type) {
    const type_t *before = body->wanted_target;
    if (type->kind == TYPE_POINTER && type->elem->kind != TYPE_VOID)
        body->wanted_target = vla_element(type->elem);
    value_t value = rvalue_lower(body, cursor);
    body->wanted_target = before;
    return arith_convert(body, value, type);
}

void rvalue_pair(body_t *body, CXCursor left, CXCursor right, value_t *a, value_t *b) {
    size_t steps = body->flow.steps.len;
    *a = rvalue_lower(body, left);
    bool has_load = a->expr && a->expr->loads, has_steps = body->flow.steps.len > steps;
    size_t place = has_load ? body_reserve(body) : body->flow.steps.len;
    *b = rvalue_lower(body, right);
    if (has_load && (body_moved(body, place) || (b->expr && b->expr->loads)))
        *a = body_load_at(body, place, *a);
    bool is_second = (b->expr && b->expr->loads) || body->flow.steps.len > place + has_load;
    if ((has_load || has_steps) && is_second) body_assumes(body, ASSUME_EVALUATION_ORDER);
}

static value_t integer_constant(body_t *body, CXCursor cursor, const char *what) {
    const type_t *type = body_type(body, cursor);
    uint64_t value;
    if (type_is_scalar(type) && type->kind != TYPE_FLOAT && clu_integer(cursor, &value))
        return body_const(body, type, value);
    return body_unsupported_value(body, type, what);
}

/* Constants that libclang computes: literals, and what long double is part of,
 * whose values are not modelled. */
static bool float_constant(body_t *body, CXCursor cursor, value_t *out) {
    const type_t *type = body_type(body, cursor);
    double number;
    if (!is_float_type(type) || !clu_double(cursor, &number)) return false;
    *out = value_of(float_constant_expr(body, type, number), type);
    return true;
}

static bool from_long_double(body_t *body, CXCursor cursor, CXCursor operand, value_t *out) {
    const type_t *to = body_type(body, cursor);
    uint64_t value;
    if (!body_type(body, operand)->is_opaque) return false;
    if (is_float_type(to)) return float_constant(body, cursor, out);
    if (!type_is_scalar(to) || !clu_integer(cursor, &value)) return false;
    *out = body_const(body, to, value);
    return true;
}

static value_t cast(body_t *body, CXCursor cursor, CXCursor operand) {
    const type_t *to = body_type(body, cursor);
    value_t constant;
    if (from_long_double(body, cursor, operand, &constant)) return constant;
    if (to->kind == TYPE_VOID) {
        rvalue_effect(body, operand);
        return value_of(NULL, to);
    }
    return rvalue_as(body, operand, to);
}

/* Expressions without a cursor kind of their own: implicit casts; a ?: b;
 * __builtin_choose_expr; offsetof and other constants. */
static value_t unexposed(body_t *body, CXCursor cursor) {
    CXCursor inner = clu_strip(cursor);
    if (!clang_equalCursors(inner, cursor)) return cast(body, cursor, clu_last_operand(cursor));
    cursors_t operands = clu_operands(body->lower->scratch, cursor);
    if (operands.len == 4) return condition_elvis(body, cursor, operands.data[0], operands.data[3]);
    uint64_t chosen;
    if (operands.len == 3 && clu_integer(operands.data[0], &chosen))
        return rvalue_as(body, operands.data[chosen ? 1 : 2], body_type(body, cursor));
    return integer_constant(body, cursor, "an expression of this form");
}

static value_t name(body_t *body, CXCursor cursor) {
    CXCursor decl = clang_getCursorReferenced(cursor);
    switch (clang_getCursorKind(decl)) {
    case CXCursor_EnumConstantDecl:
        return body_const(body, body_type(body, cursor),
                          clang_getEnumConstantDeclUnsignedValue(decl));
    case CXCursor_FunctionDecl: {
        const function_t *function = symbols_function(body->lower, body->unit, decl);
        return value_of(expr_addr(body->exprs, function->object), function->type);
    }
    default: return lvalue_load(body, lvalue_lower(body, cursor));
    }
}

static value_t address_of(body_t *body, CXCursor cursor, CXCursor operand) {
    const type_t *type = body_type(body, cursor);
    if (body_type(body, operand)->kind == TYPE_FUNCTION)
        return arith_convert(body, rvalue_lower(body, operand), type);
    return value_of(lvalue_address(body, operand), type);
}

static value_t unary(body_t *body, CXCursor cursor, bool wanted) {
    CXCursor operand = clu_last_operand(cursor);
    const type_t *type = body_type(body, cursor);
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(cursor);
    switch (op) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec: return assign_increment(body, cursor, wanted);
    case CXUnaryOperator_AddrOf: return address_of(body, cursor, operand);
    case CXUnaryOperator_Deref:
        if (type->kind == TYPE_FUNCTION) return value_of(rvalue_lower(body, operand).expr, type);
        return lvalue_load(body, lvalue_lower(body, cursor));
    case CXUnaryOperator_LNot: return condition_value(body, cursor);
    case CXUnaryOperator_Extension: return rvalue_lower(body, operand);
    default: break;
    }
    return arith_unary(body, op, rvalue_lower(body, operand), type);
}

static value_t binary(body_t *body, CXCursor cursor) {
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(cursor);
    if (op == CXBinaryOperator_Assign) return assign_simple(body, cursor);
    if (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr || arith_is_comparison(op))
        return condition_value(body, cursor);
    const type_t *type = body_type(body, cursor);
    cursors_t operands = clu_operands(body->lower->scratch, cursor);
    if (operands.len != 2) return body_unsupported_value(body, type, "this operator");
    if (op == CXBinaryOperator_Comma) {
        rvalue_effect(body, operands.data[0]);
        return rvalue_lower(body, operands.data[1]);
    }
    value_t a, b;
    rvalue_pair(body, operands.data[0], operands.data[1], &a, &b);
    return arith_binary(body, op, a, b, type);
}

/* Which association was selected shows only in the type. */
static value_t generic(body_t *body, CXCursor cursor) {
    cursors_t operands = clu_operands(body->lower->scratch, cursor);
    CXType wanted = clang_getCanonicalType(clang_getCursorType(cursor));
    CXCursor found = clang_getNullCursor();
    size_t matches = 0;
    for (size_t i = 1; i < operands.len; i++) {
        CXType type = clang_getCanonicalType(clang_getCursorType(operands.data[i]));
        if (!clang_equalTypes(type, wanted)) continue;
        found = operands.data[i];
        matches++;
    }
    if (matches == 1) return rvalue_lower(body, found);
    return integer_constant(body, cursor, "_Generic between expressions of one type");
}

/* int x = {1}; */
static value_t braced_scalar(body_t *body, CXCursor cursor) {
    CXCursor inner = clu_last_operand(cursor);
    const type_t *type = body_type(body, cursor);
    if (!type_is_scalar(type)) return body_unsupported_value(body, type, "an initialiser list");
    return clu_is_null(inner) ? body_nothing(body, type) : rvalue_as(body, inner, type);
}

static value_t lower(body_t *body, CXCursor cursor, bool wanted) {
    value_t constant;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_ParenExpr: return lower(body, clu_last_operand(cursor), wanted);
    case CXCursor_UnexposedExpr: return unexposed(body, cursor);
    case CXCursor_CStyleCastExpr: return cast(body, cursor, clu_last_operand(cursor));
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral: return integer_constant(body, cursor, "a wide constant");
    case CXCursor_FloatingLiteral:
        if (float_constant(body, cursor, &constant)) return constant;
        return body_unsupported_value(body, body_type(body, cursor), "long double");
    case CXCursor_DeclRefExpr: return name(body, cursor);
    case CXCursor_StringLiteral:
    case CXCursor_CompoundLiteralExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr: return lvalue_load(body, lvalue_lower(body, cursor));
    case CXCursor_UnaryOperator: return unary(body, cursor, wanted);
    case CXCursor_BinaryOperator: return binary(body, cursor);
    case CXCursor_CompoundAssignOperator: return assign_compound(body, cursor);
    case CXCursor_ConditionalOperator: return condition_choice(body, cursor, wanted);
    case CXCursor_CallExpr: /* __builtin_inff() may initialise a global variable */
        if (!body->function && float_constant(body, cursor, &constant)) return constant;
        return call_lower(body, cursor, wanted);
    case CXCursor_StmtExpr: return stmt_expression(body, cursor, wanted);
    case CXCursor_UnaryExpr:
        if (vla_sizeof(body, cursor, &constant)) return constant;
        return integer_constant(body, cursor, "sizeof a variable-length array");
    case CXCursor_GenericSelectionExpr: return generic(body, cursor);
    case CXCursor_InitListExpr: return braced_scalar(body, cursor);
    case CXCursor_AddrLabelExpr: return stmt_label_address(body, cursor);
    default: return integer_constant(body, cursor, "an expression of this form");
    }
}

value_t rvalue_lower(body_t *body, CXCursor cursor) {
    return lower(body, cursor, true);
}

void rvalue_effect(body_t *body, CXCursor cursor) {
    body_settle(body, lower(body, cursor, false));
}
