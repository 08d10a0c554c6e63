#include "frontend/stmt.h"

#include "frontend/arith.h"
#include "frontend/assembly.h"
#include "frontend/attribute.h"
#include "frontend/condition.h"
#include "frontend/init.h"
#include "frontend/lvalue.h"
#include "frontend/rvalue.h"
#include "frontend/scope.h"
#include "frontend/shapes.h"
#include "frontend/vla.h"

#include <string.h>

/* Declarations. */

const variable_info_t *stmt_declare(body_t *body, CXCursor decl, const char *name,
                                    const type_t *type) {
    variable_info_t *variable = ARENA_NEW(body->lower->scratch, variable_info_t);
    variable->type = type;
    variable->is_reg = type_is_scalar(type) && !cursor_map_get(&body->unit->taken, decl);
    source_t source = clu_source(&body->lower->positions, decl);
    if (variable->is_reg) {
        variable->reg = function_add_reg(body->program, body->function, name, type);
        /* Variables of the prelude are not the user's. */
        if (body->inline_end || strncmp(name, "__heddle_", 9) == 0)
            body->function->regs.data[variable->reg].is_temporary = true;
    } else {
        object_t *object = function_add_local(body->program, body->function, name, type, source);
        object->align = attributes_alignment(decl);
        variable->object = object;
    }
    cursor_map_put(&body->variables, body->lower->scratch, decl, variable);
    return variable;
}

static void declare_static(body_t *body, CXCursor decl, const char *name, const type_t *type) {
    bool is_per_thread = clang_getCursorTLSKind(decl) != CXTLS_None;
    object_t *object =
        program_add_object(body->program, is_per_thread ? OBJECT_THREAD : OBJECT_GLOBAL, name, type,
                           clu_source(&body->lower->positions, decl));
    object->function = body->function;
    object->align = attributes_alignment(decl);
    cursor_map_put(&body->lower->statics, body->lower->scratch, decl, object);
    CXCursor initialiser = clang_Cursor_getVarDeclInitializer(decl);
    if (!clu_is_null(initialiser)) init_static(body->lower, body->unit, object, initialiser);
}

/* The variables of the macro pthread_cleanup_push, which its function is not given. */
static void note_handler(body_t *body, const char *name, reg_t reg) {
    if (strcmp(name, "__cancel_routine") == 0) body->handler = reg;
    if (strcmp(name, "__cancel_arg") == 0) body->handler_argument = reg;
}

static void declare_variable(body_t *body, CXCursor decl) {
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
    if (storage == CX_SC_Extern) return;
    const char *name = clu_spelling(body->lower->scratch, decl);
    const type_t *type = body_type(body, decl);
    if (storage == CX_SC_Static) {
        declare_static(body, decl, name, type);
        return;
    }
    if (vla_is_one(decl)) {
        vla_declare(body, decl, name, type);
        return;
    }
    vla_bind(body, decl);
    if (attributes_of(body->lower->scratch, decl).has_cleanup)
        body_unsupported(body, "a variable with a clean-up function");
    const variable_info_t *variable = stmt_declare(body, decl, name, type);
    scope_declare(body, variable);
    if (variable->is_reg) note_handler(body, name, variable->reg);
    CXCursor initialiser = clang_Cursor_getVarDeclInitializer(decl);
    if (clu_is_null(initialiser))
        scope_havoc(body, variable);
    else if (variable->is_reg)
        body_assign(body, variable->reg, rvalue_as(body, initialiser, type));
    else
        init_local(body, expr_addr(body->exprs, variable->object), type, initialiser);
}

static void declarations(body_t *body, CXCursor cursor) {
    cursors_t declared = clu_operands(body->lower->scratch, cursor);
    for (size_t i = 0; i < declared.len; i++) {
        enum CXCursorKind kind = clang_getCursorKind(declared.data[i]);
        if (kind == CXCursor_VarDecl) declare_variable(body, declared.data[i]);
        if (kind == CXCursor_TypedefDecl) vla_bind(body, declared.data[i]);
    }
}

/* Blocks. */

static const block_scope_t *enter_block(body_t *body) {
    block_t *block = ARENA_NEW(body->lower->scratch, block_t);
    block->outer = body->block;
    body->block = block;
    return body->scope;
}

static void leave_block(body_t *body, const block_scope_t *outside) {
    scope_leave(body, outside);
    body->scope = outside;
    body->block = body->block->outer;
}

/* What belongs to a loop or branch is a block also without braces. */
static void substatement(body_t *body, CXCursor cursor) {
    const block_scope_t *outside = enter_block(body);
    scope_enter(body, cursor);
    stmt_lower(body, cursor);
    leave_block(body, outside);
}

/* Loops. */

typedef struct loop_targets {
    flow_node_t break_to, continue_to;
    size_t arrays_at_break, arrays_at_continue;
    const block_scope_t *scope_at_break, *scope_at_continue;
} loop_targets_t;

static loop_targets_t enter_loop(body_t *body, flow_node_t break_to, flow_node_t continue_to) {
    loop_targets_t outer = {body->break_to,        body->continue_to,
                            body->arrays_at_break, body->arrays_at_continue,
                            body->scope_at_break,  body->scope_at_continue};
    body->break_to = break_to;
    body->arrays_at_break = body->arrays.len;
    body->scope_at_break = body->scope;
    if (continue_to != outer.continue_to) {
        body->arrays_at_continue = body->arrays.len;
        body->scope_at_continue = body->scope;
    }
    body->continue_to = continue_to;
    return outer;
}

static void leave_loop(body_t *body, loop_targets_t outer) {
    body->break_to = outer.break_to;
    body->continue_to = outer.continue_to;
    body->arrays_at_break = outer.arrays_at_break;
    body->arrays_at_continue = outer.arrays_at_continue;
    body->scope_at_break = outer.scope_at_break;
    body->scope_at_continue = outer.scope_at_continue;
}

static void branch(body_t *body, CXCursor statement, CXCursor condition, flow_node_t yes,
                   flow_node_t no) {
    /* A witness names a branch by the statement it belongs to. */
    body_at(body, statement);
    condition_branch(body, condition, yes, no);
}

static void while_loop(body_t *body, CXCursor cursor) {
    cursors_t parts = clu_operands(body->lower->scratch, cursor);
    if (parts.len != 2) {
        body_unsupported(body, "a loop of this form");
        return;
    }
    flow_node_t head = flow_node(&body->flow), inside = flow_node(&body->flow);
    flow_node_t behind = flow_node(&body->flow);
    const block_scope_t *outside = enter_block(body);
    scope_enter(body, parts.data[0]);
    body_goto(body, head);
    body->flow.at = head;
    branch(body, cursor, parts.data[0], inside, behind);
    loop_targets_t outer = enter_loop(body, behind, head);
    body->flow.at = inside;
    substatement(body, parts.data[1]);
    body_goto(body, head);
    leave_loop(body, outer);
    body->flow.at = behind;
    leave_block(body, outside);
}

static void do_loop(body_t *body, CXCursor cursor) {
    cursors_t parts = clu_operands(body->lower->scratch, cursor);
    if (parts.len != 2) {
        body_unsupported(body, "a loop of this form");
        return;
    }
    flow_node_t inside = flow_node(&body->flow), test = flow_node(&body->flow);
    flow_node_t behind = flow_node(&body->flow);
    const block_scope_t *outside = enter_block(body);
    scope_enter(body, parts.data[1]);
    body_goto(body, inside);
    body->flow.at = inside;
    loop_targets_t outer = enter_loop(body, behind, test);
    substatement(body, parts.data[0]);
    leave_loop(body, outer);
    body_goto(body, test);
    body->flow.at = test;
    branch(body, cursor, parts.data[1], inside, behind);
    body->flow.at = behind;
    leave_block(body, outside);
}

static const shapes_t *shapes_of(body_t *body) {
    if (!body->shapes) body->shapes = shapes_new(body->decl);
    return body->shapes;
}

static size_t ordinal_of(body_t *body, CXCursor cursor) {
    return (size_t)(uintptr_t)cursor_map_get(&body->unit->ordinals, cursor);
}

/* Which of the three parts are there. */
static bool for_parts(body_t *body, CXCursor cursor, cursors_t parts, for_shape_t *shape) {
    if (parts.len == 4) {
        *shape = (for_shape_t){true, true, true};
        return true;
    }
    if (parts.len == 1) {
        *shape = (for_shape_t){0};
        return true;
    }
    if (!shapes_for(shapes_of(body), ordinal_of(body, cursor), shape)) return false;
    size_t seen = (size_t)shape->has_init + shape->has_condition + shape->has_step;
    return seen + 1 == parts.len;
}

static void for_loop(body_t *body, CXCursor cursor) {
    cursors_t parts = clu_operands(body->lower->scratch, cursor);
    for_shape_t shape;
    if (!parts.len || !for_parts(body, cursor, parts, &shape)) {
        body_unsupported(body, "a for loop whose parts cannot be told apart");
        return;
    }
    size_t next = 0;
    const block_scope_t *outside = enter_block(body);
    for (size_t i = 0; i + 1 < parts.len; i++) scope_enter(body, parts.data[i]);
    if (shape.has_init) stmt_lower(body, parts.data[next++]);
    flow_node_t head = flow_node(&body->flow), inside = flow_node(&body->flow);
    flow_node_t step = flow_node(&body->flow), behind = flow_node(&body->flow);
    body_goto(body, head);
    body->flow.at = head;
    if (shape.has_condition)
        branch(body, cursor, parts.data[next++], inside, behind);
    else
        body_goto(body, inside);
    CXCursor step_cursor = shape.has_step ? parts.data[next++] : clang_getNullCursor();
    loop_targets_t outer = enter_loop(body, behind, step);
    body->flow.at = inside;
    substatement(body, parts.data[parts.len - 1]);
    body_goto(body, step);
    leave_loop(body, outer);
    body->flow.at = step;
    if (shape.has_step) stmt_lower(body, step_cursor);
    body_goto(body, head);
    body->flow.at = behind;
    leave_block(body, outside);
}

/* Branches. */

static void if_statement(body_t *body, CXCursor cursor) {
    cursors_t parts = clu_operands(body->lower->scratch, cursor);
    if (parts.len < 2) {
        body_unsupported(body, "an if of this form");
        return;
    }
    flow_node_t yes = flow_node(&body->flow), no = flow_node(&body->flow);
    flow_node_t join = flow_node(&body->flow);
    const block_scope_t *outside = enter_block(body);
    scope_enter(body, parts.data[0]);
    branch(body, cursor, parts.data[0], yes, no);
    body->flow.at = yes;
    substatement(body, parts.data[1]);
    body_goto(body, join);
    body->flow.at = no;
    if (parts.len > 2) substatement(body, parts.data[2]);
    body_goto(body, join);
    body->flow.at = join;
    leave_block(body, outside);
}

static const expr_t *case_condition(body_t *body, value_t value, const switch_case_t *label) {
    exprs_t *exprs = body->exprs;
    const expr_t *low = expr_const(exprs, value.expr->width, label->low);
    if (label->low == label->high) return expr_binary(exprs, EXPR_EQ, value.expr, low);
    const expr_t *high = expr_const(exprs, value.expr->width, label->high);
    expr_kind_t at_most = value.type->is_signed ? EXPR_SLE : EXPR_ULE;
    return expr_binary(exprs, EXPR_AND, expr_binary(exprs, at_most, low, value.expr),
                       expr_binary(exprs, at_most, value.expr, high));
}

/* Balanced, so that a switch of a thousand cases makes no deep expression. */
static const expr_t *none_of(body_t *body, value_t value, const switch_case_t *labels,
                             size_t count) {
    if (count == 0) return expr_const(body->exprs, 1, 1);
    if (count == 1) return expr_unary(body->exprs, EXPR_NOT, case_condition(body, value, labels));
    size_t half = count / 2;
    return expr_binary(body->exprs, EXPR_AND, none_of(body, value, labels, half),
                       none_of(body, value, labels + half, count - half));
}

static void dispatch(body_t *body, flow_node_t from, value_t value, const switch_info_t *info,
                     flow_node_t behind) {
    flow_node_t otherwise = behind;
    if (info->default_node)
        otherwise = scope_way(body, body->scope, info->default_scope, info->default_node);
    for (size_t i = 0; i < info->cases.len; i++) {
        const switch_case_t *label = &info->cases.data[i];
        const expr_t *condition = case_condition(body, value, label);
        bool is_constant = condition->kind == EXPR_CONST;
        if (is_constant && !condition->value) continue;
        flow_node_t to = scope_way(body, body->scope, label->scope, label->node);
        if (is_constant) { /* a constant switch goes one way */
            flow_link(&body->flow, EDGE_NOP, from, to, body->source);
            return;
        }
        flow_link(&body->flow, EDGE_ASSUME, from, to, body->source)->value = condition;
    }
    const expr_t *rest = none_of(body, value, info->cases.data, info->cases.len);
    bool is_constant = rest->kind == EXPR_CONST;
    /* The cases may be all that there are: switch (a < b) { case 0: ... case 1: ... }. */
    if (is_constant && !rest->value) return;
    flow_link(&body->flow, is_constant ? EDGE_NOP : EDGE_ASSUME, from, otherwise, body->source)
        ->value = is_constant ? NULL : rest;
}

/* The labels are met while the body is lowered, wherever they stand in it. */
static void switch_statement(body_t *body, CXCursor cursor) {
    cursors_t parts = clu_operands(body->lower->scratch, cursor);
    if (parts.len != 2) {
        body_unsupported(body, "a switch of this form");
        return;
    }
    const type_t *type = arith_promote(body, body_type(body, parts.data[0]));
    const block_scope_t *outside = enter_block(body);
    scope_enter(body, parts.data[0]);
    value_t value = body_settle(body, rvalue_as(body, parts.data[0], type));
    source_t source = body->source;
    flow_node_t from = body->flow.at, behind = flow_node(&body->flow);
    switch_info_t info = {.type = type};
    switch_info_t *outer_switch = body->current_switch;
    loop_targets_t outer = enter_loop(body, behind, body->continue_to);
    body->current_switch = &info;
    body->flow.at = flow_node(&body->flow);
    substatement(body, parts.data[1]);
    body_goto(body, behind);
    body->current_switch = outer_switch;
    leave_loop(body, outer);
    body->source = source;
    if (value.expr) dispatch(body, from, value, &info, behind);
    VEC_FREE(info.cases);
    body->flow.at = behind;
    leave_block(body, outside);
}

static flow_node_t label_here(body_t *body) {
    flow_node_t node = flow_node(&body->flow);
    body_goto(body, node);
    body->flow.at = node;
    return node;
}

static void case_label(body_t *body, CXCursor cursor) {
    cursors_t parts = clu_operands(body->lower->scratch, cursor);
    switch_case_t label = {0};
    bool is_known =
        body->current_switch && parts.len >= 2 && clu_integer(parts.data[0], &label.low);
    label.high = label.low;
    if (parts.len == 3) is_known = is_known && clu_integer(parts.data[1], &label.high);
    label.node = label_here(body);
    label.scope = body->scope;
    if (is_known)
        VEC_PUSH(body->current_switch->cases, label);
    else
        body_unsupported(body, "a case label of this form");
    stmt_lower(body, parts.data[parts.len - 1]);
}

static void default_label(body_t *body, CXCursor cursor) {
    flow_node_t node = label_here(body);
    if (body->current_switch) {
        body->current_switch->default_node = node;
        body->current_switch->default_scope = body->scope;
    }
    CXCursor inner = clu_last_operand(cursor);
    if (!clu_is_null(inner)) stmt_lower(body, inner);
}

/* Jumps. */

static void goto_statement(body_t *body, CXCursor cursor) {
    cursors_t children = clu_children(body->lower->scratch, cursor);
    for (size_t i = 0; i < children.len; i++)
        if (clang_getCursorKind(children.data[i]) == CXCursor_LabelRef) {
            scope_jump(body, scope_label(body, clang_getCursorReferenced(children.data[i])));
            return;
        }
    body_unsupported(body, "a goto of this form");
}

/* The label that &&label means. */
static CXCursor addressed_label(body_t *body, CXCursor address) {
    cursors_t children = clu_children(body->lower->scratch, address);
    return children.len == 1 ? clang_getCursorReferenced(children.data[0]) : clang_getNullCursor();
}

/* Labels have addresses so that they can be compared; nothing lies there. */
static const object_t *label_object(body_t *body, CXCursor address) {
    CXCursor reference = addressed_label(body, address);
    if (clu_is_null(reference)) return NULL;
    object_t *object = cursor_map_get(&body->lower->statics, reference);
    if (!object) {
        const char *name = clu_spelling(body->lower->scratch, reference);
        object = program_add_object(body->program, OBJECT_STRING, name,
                                    type_int(body->program->types, 8, false), body->source);
        cursor_map_put(&body->lower->statics, body->lower->scratch, reference, object);
    }
    return object;
}

value_t stmt_label_address(body_t *body, CXCursor cursor) {
    const type_t *type = body_type(body, cursor);
    const object_t *object = label_object(body, cursor);
    if (!object) return body_unsupported_value(body, type, "the address of a label");
    return value_of(expr_addr(body->exprs, object), type);
}

typedef VEC(CXCursor) label_addresses_t;

static enum CXChildVisitResult collect_addresses(CXCursor cursor, CXCursor parent,
                                                 CXClientData data) {
    (void)parent;
    label_addresses_t *found = data;
    if (clang_getCursorKind(cursor) == CXCursor_AddrLabelExpr) VEC_PUSH(*found, cursor);
    return CXChildVisit_Recurse;
}

/* goto *p: to one of the labels whose address this function takes. */
static void computed_goto(body_t *body, CXCursor cursor) {
    value_t to = body_fix(body, rvalue_lower(body, clu_last_operand(cursor)));
    label_addresses_t found = {0};
    clang_visitChildren(body->decl, collect_addresses, &found);
    for (size_t i = 0; i < found.len; i++) {
        const object_t *object = label_object(body, found.data[i]);
        if (!object) continue;
        flow_node_t here = flow_node(&body->flow), rest = flow_node(&body->flow);
        const expr_t *is_it =
            expr_binary(body->exprs, EXPR_EQ, to.expr, expr_addr(body->exprs, object));
        body_branch(body, is_it, here, rest);
        body->flow.at = here;
        scope_jump(body, scope_label(body, addressed_label(body, found.data[i])));
        body->flow.at = rest;
    }
    body_unsupported(body, "a goto to no label of this function");
    VEC_FREE(found);
}

static void label_statement(body_t *body, CXCursor cursor) {
    scope_place(body, scope_label(body, cursor));
    CXCursor inner = clu_last_operand(cursor);
    if (!clu_is_null(inner)) stmt_lower(body, inner);
}

static void jump(body_t *body, flow_node_t to, size_t arrays, const block_scope_t *scope,
                 const char *what) {
    if (to) {
        scope_leave(body, scope);
        vla_leave(body, arrays);
        body_goto(body, to);
    } else
        body_unsupported(body, "%s outside of a loop", what);
}

/* The value, computed before variables end that it may speak of or, a structure, lie in. */
static value_t outlive(body_t *body, value_t value, const type_t *type) {
    if (!type_is_aggregate(type)) {
        value = body_settle(body, value);
        if (value.expr->kind == EXPR_CONST || value.expr->kind == EXPR_REG) return value;
        reg_t kept = body_temporary(body, value.type);
        body_assign(body, kept, value);
        return body_reg(body, kept);
    }
    const object_t *copy = body_add_value(body, "value", type);
    const expr_t *address = expr_addr(body->program->exprs, copy);
    lvalue_copy(body, address, value.expr, type);
    return value_of(address, type);
}

static void return_statement(body_t *body, CXCursor cursor) {
    CXCursor operand = clu_last_operand(cursor);
    const expr_t *result = NULL;
    if (!clu_is_null(operand) && body->result->kind == TYPE_VOID) {
        rvalue_effect(body, operand);
    } else if (!clu_is_null(operand)) {
        value_t value = body_settle(body, rvalue_as(body, operand, body->result));
        if (body->result_address != NO_REG)
            lvalue_copy(body, body_reg(body, body->result_address).expr, value.expr, body->result);
        else
            result = value.expr;
    } else if (type_is_scalar(body->result)) {
        result = body_havoc(body, body->result).expr;
    }
    if (body->inline_end) {
        if (result) body_assign(body, body->inline_result, value_of(result, body->result));
        body_goto(body, body->inline_end);
        return;
    }
    if (result && scope_tells(body))
        result = outlive(body, value_of(result, body->result), body->result).expr;
    scope_leave(body, NULL);
    vla_leave(body, 0);
    if (body->is_atomic) body_step(body, EDGE_ATOMIC_END);
    body_end(body, EDGE_RETURN);
    VEC_TOP(body->flow.steps).value = result;
}

static void compound(body_t *body, CXCursor cursor) {
    cursors_t statements = clu_operands(body->lower->scratch, cursor);
    size_t arrays = body->arrays.len;
    const block_scope_t *outside = enter_block(body);
    for (size_t i = 0; i < statements.len; i++) scope_enter(body, statements.data[i]);
    for (size_t i = 0; i < statements.len; i++) stmt_lower(body, statements.data[i]);
    leave_block(body, outside);
    vla_leave(body, arrays);
    body->arrays.len = arrays;
}

void stmt_lower(body_t *body, CXCursor cursor) {
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    body_at(body, cursor);
    switch (kind) {
    case CXCursor_CompoundStmt: compound(body, cursor); return;
    case CXCursor_DeclStmt: declarations(body, cursor); return;
    case CXCursor_NullStmt: return;
    case CXCursor_IfStmt: if_statement(body, cursor); return;
    case CXCursor_WhileStmt: while_loop(body, cursor); return;
    case CXCursor_DoStmt: do_loop(body, cursor); return;
    case CXCursor_ForStmt: for_loop(body, cursor); return;
    case CXCursor_SwitchStmt: switch_statement(body, cursor); return;
    case CXCursor_CaseStmt: case_label(body, cursor); return;
    case CXCursor_DefaultStmt: default_label(body, cursor); return;
    case CXCursor_LabelStmt: label_statement(body, cursor); return;
    case CXCursor_GotoStmt: goto_statement(body, cursor); return;
    case CXCursor_BreakStmt:
        jump(body, body->break_to, body->arrays_at_break, body->scope_at_break, "break");
        return;
    case CXCursor_ContinueStmt:
        jump(body, body->continue_to, body->arrays_at_continue, body->scope_at_continue,
             "continue");
        return;
    case CXCursor_ReturnStmt: return_statement(body, cursor); return;
    case CXCursor_GCCAsmStmt:
        assembly_lower(body, cursor, shapes_of(body), ordinal_of(body, cursor));
        return;
    case CXCursor_IndirectGotoStmt: computed_goto(body, cursor); return;
    case CXCursor_UnexposedStmt: compound(body, cursor); return; /* with an attribute */
    default: break;
    }
    if (clang_isExpression(kind))
        rvalue_effect(body, cursor);
    else
        body_unsupported(body, "a statement of this form");
}

value_t stmt_expression(body_t *body, CXCursor cursor, bool wanted) {
    CXCursor block = clu_last_operand(cursor);
    const type_t *type = body_type(body, cursor);
    cursors_t statements = clu_operands(body->lower->scratch, block);
    source_t source = body->source;
    const block_scope_t *outside = enter_block(body);
    for (size_t i = 0; i < statements.len; i++) scope_enter(body, statements.data[i]);
    for (size_t i = 0; i + 1 < statements.len; i++) stmt_lower(body, statements.data[i]);
    value_t result = body_nothing(body, type);
    if (statements.len) {
        CXCursor last = statements.data[statements.len - 1];
        while (clang_getCursorKind(last) == CXCursor_LabelStmt) {
            scope_place(body, scope_label(body, last));
            last = clu_last_operand(last);
        }
        bool gives = clang_isExpression(clang_getCursorKind(last)) && type->kind != TYPE_VOID;
        if (gives && wanted)
            result = rvalue_lower(body, last);
        else
            stmt_lower(body, last);
    }
    body->source = source;
    if (scope_tells(body) && result.expr) result = outlive(body, result, type);
    leave_block(body, outside);
    return result;
}
