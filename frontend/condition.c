#include "frontend/condition.h"

#include "frontend/arith.h"
#include "frontend/lvalue.h"
#include "frontend/rvalue.h"

/* Either the condition is an expression, which is returned, and nothing has
 * branched; or NULL, and control has gone to one of the nodes. */
static const expr_t *lower(body_t *body, CXCursor cursor, flow_node_t if_true,
                           flow_node_t if_false);

/* The place kept before an operand becomes a branch on the condition. */
static void branch_at(body_t *body, size_t place, const expr_t *condition, flow_node_t otherwise) {
    flow_step_t *step = &body->flow.steps.data[place];
    flow_node_t from = step->from;
    source_t source = step->source;
    const expr_t *negated = expr_unary(body->exprs, EXPR_NOT, condition);
    step->kind = EDGE_ASSUME;
    step->value = condition;
    flow_link(&body->flow, EDGE_ASSUME, from, otherwise, source)->value = negated;
}

/* a && b, or a || b as !(!a && !b): the roles of the nodes are exchanged. */
static const expr_t *lower_both(body_t *body, CXCursor left, CXCursor right, bool is_and,
                                flow_node_t if_true, flow_node_t if_false) {
    flow_node_t between = flow_node(&body->flow);
    flow_node_t skip = is_and ? if_false : if_true;
    const expr_t *a = lower(body, left, is_and ? between : if_true, is_and ? if_false : between);
    if (!a) {
        body->flow.at = between;
        const expr_t *b = lower(body, right, if_true, if_false);
        if (b) body_branch(body, b, if_true, if_false);
        return NULL;
    }
    if (a->kind == EXPR_CONST) { /* one side alone decides */
        if ((a->value != 0) != is_and) return a;
        return lower(body, right, if_true, if_false);
    }
    size_t place = body_reserve(body);
    const expr_t *b = lower(body, right, if_true, if_false);
    if (b && !body_moved(body, place) && !b->loads)
        return expr_binary(body->exprs, is_and ? EXPR_AND : EXPR_OR, a, b);
    branch_at(body, place, is_and ? a : expr_unary(body->exprs, EXPR_NOT, a), skip);
    if (b) body_branch(body, b, if_true, if_false);
    return NULL;
}

static const expr_t *lower_comparison(body_t *body, CXCursor cursor, enum CXBinaryOperatorKind op) {
    cursors_t operands = clu_operands(body->lower->scratch, cursor);
    value_t a, b;
    rvalue_pair(body, operands.data[0], operands.data[1], &a, &b);
    return arith_compare(body, op, a, b);
}

static const expr_t *lower(body_t *body, CXCursor cursor, flow_node_t if_true,
                           flow_node_t if_false) {
    CXCursor inner = cursor;
    while (clang_getCursorKind(inner) == CXCursor_ParenExpr) inner = clu_last_operand(inner);
    enum CXCursorKind kind = clang_getCursorKind(inner);
    if (kind == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(inner) == CXUnaryOperator_LNot) {
        const expr_t *operand = lower(body, clu_last_operand(inner), if_false, if_true);
        return operand ? expr_unary(body->exprs, EXPR_NOT, operand) : NULL;
    }
    if (kind == CXCursor_BinaryOperator) {
        enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(inner);
        if (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr) {
            cursors_t operands = clu_operands(body->lower->scratch, inner);
            return lower_both(body, operands.data[0], operands.data[1], op == CXBinaryOperator_LAnd,
                              if_true, if_false);
        }
        if (arith_is_comparison(op)) return lower_comparison(body, inner, op);
    }
    return arith_truth(body, rvalue_lower(body, inner));
}

/* Only the steps that reach the two ends are branches of the statement; those
 * inside decide a part of it. */
void condition_branch(body_t *body, CXCursor cursor, flow_node_t if_true, flow_node_t if_false) {
    size_t first = body->flow.steps.len;
    flow_node_t yes = flow_node(&body->flow), no = flow_node(&body->flow);
    const expr_t *condition = lower(body, cursor, yes, no);
    if (condition) body_branch(body, condition, yes, no);
    for (size_t i = first; i < body->flow.steps.len; i++) {
        flow_step_t *step = &body->flow.steps.data[i];
        if (step->kind != EDGE_ASSUME || (step->to != yes && step->to != no)) continue;
        step->is_branch = !body->inline_end; /* models are not the user's code */
        step->branch_taken = step->is_branch && step->to == yes;
    }
    flow_link(&body->flow, EDGE_NOP, yes, if_true, body->source);
    flow_link(&body->flow, EDGE_NOP, no, if_false, body->source);
}

value_t condition_value(body_t *body, CXCursor cursor) {
    flow_node_t yes = flow_node(&body->flow), no = flow_node(&body->flow);
    const expr_t *truth = lower(body, cursor, yes, no);
    if (truth) return arith_from_truth(body, truth);
    reg_t result = body_temporary(body, body_int_type(body));
    flow_node_t join = flow_node(&body->flow);
    for (int i = 0; i < 2; i++) {
        body->flow.at = i ? yes : no;
        body_assign(body, result, body_int(body, (uint64_t)i));
        body_goto(body, join);
    }
    body->flow.at = join;
    return value_of(expr_reg(body->exprs, 32, result), body_int_type(body));
}

/* Where the arms of a choice meet: their value is in a register there, that
 * of an aggregate as its address. */
typedef struct meeting {
    const type_t *type, *held;
    reg_t reg;
    flow_node_t join;
} meeting_t;

static meeting_t meeting_new(body_t *body, const type_t *type, bool wanted) {
    meeting_t meeting = {.type = type, .reg = NO_REG, .join = flow_node(&body->flow)};
    if (!wanted || type->kind == TYPE_VOID) return meeting;
    meeting.held = type_is_scalar(type) ? type : body_pointer_to(body, type);
    meeting.reg = body_temporary(body, meeting.held);
    return meeting;
}

static void meeting_bring(body_t *body, const meeting_t *meeting, value_t value) {
    if (meeting->held && value.expr)
        body_assign(body, meeting->reg, value);
    else
        body_settle(body, value);
    body_goto(body, meeting->join);
}

static value_t meeting_value(body_t *body, const meeting_t *meeting) {
    body->flow.at = meeting->join;
    if (!meeting->held) return body_nothing(body, meeting->type);
    return value_of(expr_reg(body->exprs, meeting->held->bits, meeting->reg), meeting->type);
}

static value_t choose_by_flow(body_t *body, cursors_t operands, const type_t *type, bool wanted,
                              flow_node_t yes, flow_node_t no) {
    meeting_t meeting = meeting_new(body, type, wanted);
    for (size_t i = 1; i <= 2; i++) {
        body->flow.at = i == 1 ? yes : no;
        meeting_bring(body, &meeting, rvalue_as(body, operands.data[i], type));
    }
    return meeting_value(body, &meeting);
}

/* Both arms are lowered in a row at first; if one needs steps, the places
 * kept before them are turned into the two branches. */
static value_t choose(body_t *body, const expr_t *condition, cursors_t operands, const type_t *type,
                      bool wanted) {
    size_t first = body_reserve(body);
    value_t a = rvalue_as(body, operands.data[1], type);
    bool a_is_plain = !body_moved(body, first) && a.expr && !a.expr->loads;
    flow_node_t a_end = body->flow.at;
    size_t second = body_reserve(body);
    value_t b = rvalue_as(body, operands.data[2], type);
    if (a_is_plain && !body_moved(body, second) && b.expr && !b.expr->loads)
        return value_of(expr_ite(body->exprs, condition, a.expr, b.expr), type);
    flow_step_t *steps = body->flow.steps.data;
    steps[first].kind = steps[second].kind = EDGE_ASSUME;
    steps[first].value = condition;
    steps[second].value = expr_unary(body->exprs, EXPR_NOT, condition);
    steps[second].from = steps[first].from;
    meeting_t meeting = meeting_new(body, type, wanted);
    meeting_bring(body, &meeting, b);
    body->flow.at = a_end;
    meeting_bring(body, &meeting, a);
    return meeting_value(body, &meeting);
}

value_t condition_choice(body_t *body, CXCursor cursor, bool wanted) {
    cursors_t operands = clu_operands(body->lower->scratch, cursor);
    const type_t *type = body_type(body, cursor);
    if (operands.len != 3) return body_unsupported_value(body, type, "this form of ?:");
    flow_node_t yes = flow_node(&body->flow), no = flow_node(&body->flow);
    const expr_t *condition = lower(body, operands.data[0], yes, no);
    if (!condition) return choose_by_flow(body, operands, type, wanted, yes, no);
    if (condition->kind == EXPR_CONST)
        return rvalue_as(body, operands.data[condition->value ? 1 : 2], type);
    return choose(body, condition, operands, type, wanted);
}

value_t condition_elvis(body_t *body, CXCursor cursor, CXCursor first, CXCursor second) {
    const type_t *type = body_type(body, cursor);
    value_t value = body_fix(body, rvalue_lower(body, first));
    meeting_t meeting = meeting_new(body, type, true);
    flow_node_t yes = flow_node(&body->flow), no = flow_node(&body->flow);
    body_branch(body, arith_truth(body, value), yes, no);
    body->flow.at = yes;
    meeting_bring(body, &meeting, arith_convert(body, value, type));
    body->flow.at = no;
    meeting_bring(body, &meeting, rvalue_as(body, second, type));
    return meeting_value(body, &meeting);
}
