#include "frontend/body.h"

#include "frontend/ctype.h"
#include "frontend/shapes.h"

#include <stdarg.h>
#include <stdio.h>

void body_init(body_t *body, lower_t *lower, unit_t *unit, function_t *function) {
    *body = (body_t){.lower = lower,
                     .unit = unit,
                     .program = lower->program,
                     .exprs = lower->program->exprs,
                     .function = function,
                     .decl = clang_getNullCursor(),
                     .result_address = NO_REG,
                     .variadic = NO_REG,
                     .handler = NO_REG,
                     .handler_argument = NO_REG};
    flow_init(&body->flow);
}

void body_free(body_t *body) {
    flow_free(&body->flow);
    cursor_map_free(&body->variables);
    cursor_map_free(&body->labels);
    VEC_FREE(body->jumps);
    map64_free(&body->sizes);
    VEC_FREE(body->arrays);
    shapes_delete(body->shapes);
}

void body_at(body_t *body, CXCursor cursor) {
    if (!body->inline_end) body->source = clu_source(&body->lower->positions, cursor);
}

flow_step_t *body_step(body_t *body, edge_kind_t kind) {
    return flow_step(&body->flow, kind, body->source);
}

void body_end(body_t *body, edge_kind_t kind) {
    flow_link(&body->flow, kind, body->flow.at, body->flow.stop, body->source);
    body->flow.at = flow_node(&body->flow);
}

/* Not everything that functions without a body could do is an alarm. */
static void ask_for_mark(body_t *body) {
    const object_t *mark = body->lower->exposure.mark;
    if (!mark) return;
    const expr_t *load = expr_load(body->exprs, expr_addr(body->exprs, mark), mark->type);
    value_t is_marked = body_settle(body, value_of(load, mark->type));
    flow_node_t unknown = flow_node(&body->flow), known = flow_node(&body->flow);
    body_branch(body, expr_truth(body->exprs, is_marked.expr), unknown, known);
    body->flow.at = unknown;
    body_unsupported(body, "a violation that takes a function without a body which changes %s",
                     body->lower->exposure.list);
    body->flow.at = known;
}

void body_violation(body_t *body, size_t property, const char *what) {
    ask_for_mark(body);
    flow_link(&body->flow, EDGE_ERROR, body->flow.at, flow_error(&body->flow, property),
              body->source)
        ->text = arena_strdup(body->program->arena, what);
    body->flow.at = flow_node(&body->flow);
}

void body_goto(body_t *body, flow_node_t node) {
    flow_jump(&body->flow, node, body->source);
    body->flow.at = flow_node(&body->flow);
}

void body_unsupported(body_t *body, const char *format, ...) {
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    body_end(body, EDGE_UNSUPPORTED);
    VEC_TOP(body->flow.steps).text = arena_strdup(body->program->arena, text);
}

void body_guard(body_t *body, const char *text) {
    body_unsupported(body, "%s", text);
    VEC_TOP(body->flow.steps).is_guard = true;
}

value_t body_nothing(body_t *body, const type_t *type) {
    if (type->kind == TYPE_VOID) return value_of(NULL, type);
    unsigned bits = type_is_scalar(type) ? type->bits : body->program->pointer_bits;
    return value_of(expr_const(body->exprs, bits, 0), type);
}

value_t body_unsupported_value(body_t *body, const type_t *type, const char *what) {
    body_unsupported(body, "%s", what);
    return body_nothing(body, type);
}

void body_assume(body_t *body, const expr_t *condition) {
    if (condition->kind == EXPR_CONST && condition->value) return;
    body_step(body, EDGE_ASSUME)->value = condition;
}

void body_branch(body_t *body, const expr_t *condition, flow_node_t if_true, flow_node_t if_false) {
    flow_node_t from = body->flow.at;
    body->flow.at = flow_node(&body->flow);
    if (condition->kind == EXPR_CONST) {
        flow_link(&body->flow, EDGE_NOP, from, condition->value ? if_true : if_false, body->source);
        return;
    }
    flow_link(&body->flow, EDGE_ASSUME, from, if_true, body->source)->value = condition;
    const expr_t *negated = expr_unary(body->exprs, EXPR_NOT, condition);
    flow_link(&body->flow, EDGE_ASSUME, from, if_false, body->source)->value = negated;
}

void body_violation_if(body_t *body, size_t property, const expr_t *bad, const char *what) {
    if (bad->kind == EXPR_CONST && !bad->value) return;
    flow_node_t failing = flow_node(&body->flow), going_on = flow_node(&body->flow);
    body_branch(body, bad, failing, going_on);
    body->flow.at = failing;
    body_violation(body, property, what);
    body->flow.at = going_on;
}

value_t value_of(const expr_t *expr, const type_t *type) {
    return (value_t){expr, type};
}

value_t body_const(body_t *body, const type_t *type, uint64_t value) {
    return value_of(expr_const(body->exprs, type->bits, value), type);
}

value_t body_int(body_t *body, uint64_t value) {
    return body_const(body, body_int_type(body), value);
}

/* A static initialiser has no registers; whatever needs one is no constant,
 * and its steps betray it. */
reg_t body_temporary(body_t *body, const type_t *type) {
    if (!body->function) return 0;
    return function_add_temporary(body->program, body->function, type);
}

value_t body_reg(body_t *body, reg_t reg) {
    const type_t *type = body->function->regs.data[reg].type;
    return value_of(expr_reg(body->exprs, type->bits, reg), type);
}

/* The program does not answer for what models do. */
void body_assumes(body_t *body, assumption_t assumption) {
    bool is_checked = body->program->faults[FAULT_ACCESS] != NO_PROPERTY;
    if (assumption == ASSUME_VALID_POINTERS && is_checked) return;
    if (!body->inline_end) assumption_use(&body->program->assumptions, assumption);
}

value_t body_havoc(body_t *body, const type_t *type) {
    if (!type_is_scalar(type)) return body_nothing(body, type);
    reg_t reg = body_temporary(body, type);
    flow_step_t *step = body_step(body, EDGE_HAVOC);
    step->target = reg;
    step->type = type;
    return value_of(expr_reg(body->exprs, type->bits, reg), type);
}

/* Written once, by the step that made it, and read by who asked for it. */
static bool is_own_temporary(const body_t *body, reg_t reg) {
    const reg_info_t *info = &body->function->regs.data[reg];
    return info->is_temporary && info->name[0] == '%';
}

/* The last step gave its result to a temporary that only this assignment
 * reads: let it write the register itself. */
static bool retarget(body_t *body, reg_t reg, value_t value) {
    if (value.expr->kind != EXPR_REG || !body->flow.steps.len) return false;
    flow_step_t *last = &VEC_TOP(body->flow.steps);
    reg_t from = value.expr->reg;
    if (last->target != from || last->to != body->flow.at || !is_own_temporary(body, from))
        return false;
    if (last->kind == EDGE_HAVOC && last->type != body->function->regs.data[reg].type) return false;
    last->target = reg;
    return true;
}

void body_assign(body_t *body, reg_t reg, value_t value) {
    if (body->function && retarget(body, reg, value)) return;
    flow_step_t *step = body_step(body, EDGE_ASSIGN);
    step->target = reg;
    step->value = value.expr;
    step->type = value.type;
}

value_t body_settle(body_t *body, value_t value) {
    if (!value.expr || !value.expr->loads) return value;
    return body_load_at(body, body_reserve(body), value);
}

value_t body_fix(body_t *body, value_t value) {
    if (!value.expr || value.expr->kind == EXPR_CONST || value.expr->kind == EXPR_ADDR)
        return value;
    if (value.expr->kind == EXPR_REG && body->function && is_own_temporary(body, value.expr->reg))
        return value;
    return body_load_at(body, body_reserve(body), value);
}

size_t body_reserve(body_t *body) {
    body_step(body, EDGE_NOP);
    return body->flow.steps.len - 1;
}

value_t body_load_at(body_t *body, size_t place, value_t value) {
    const type_t *type = value.type;
    if (!type_is_scalar(type)) type = body_pointer_to(body, type); /* the address of one */
    reg_t reg = body_temporary(body, type);
    flow_step_t *step = &body->flow.steps.data[place];
    step->kind = EDGE_ASSIGN;
    step->target = reg;
    step->value = value.expr;
    step->type = type;
    return value_of(expr_reg(body->exprs, type->bits, reg), value.type);
}

bool body_moved(const body_t *body, size_t place) {
    return body->flow.steps.len > place + 1;
}

const object_t *body_add_value(body_t *body, const char *name, const type_t *type) {
    object_t *object = function_add_local(body->program, body->function, name, type, body->source);
    object->is_temporary = true;
    return object;
}

const expr_t *body_size_of(body_t *body, const type_t *type) {
    unsigned bits = body->program->pointer_bits;
    uint64_t reg;
    if (type->is_variable && map64_get(&body->sizes, map64_pointer(type), &reg))
        return expr_reg(body->exprs, bits, (reg_t)reg);
    if (type->is_variable) body_unsupported(body, "a variable-length array type of this form");
    return expr_const(body->exprs, bits, type->size ? type->size : 1);
}

const type_t *body_type(body_t *body, CXCursor cursor) {
    return ctype_of(body->lower, body->unit, cursor);
}

const type_t *body_int_type(body_t *body) {
    return type_int(body->program->types, 32, true);
}

const type_t *body_pointer_to(body_t *body, const type_t *target) {
    return type_pointer(body->program->types, target);
}
