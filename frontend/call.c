#include "frontend/call.h"

#include "frontend/arith.h"
#include "frontend/ctype.h"
#include "frontend/external.h"
#include "frontend/library.h"
#include "frontend/lvalue.h"
#include "frontend/models.h"
#include "frontend/rvalue.h"
#include "frontend/symbols.h"

#include <string.h>

symbol_t *call_named_function(body_t *body, CXCursor cursor) {
    for (;;) {
        cursor = clu_strip_casts(cursor);
        if (clang_getCursorKind(cursor) != CXCursor_UnaryOperator) break;
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(cursor);
        CXCursor operand = clu_last_operand(cursor);
        bool is_reference = op == CXUnaryOperator_AddrOf || op == CXUnaryOperator_Deref;
        if (!is_reference || clu_is_null(operand)) return NULL;
        cursor = operand;
    }
    if (clang_getCursorKind(cursor) != CXCursor_DeclRefExpr) return NULL;
    CXCursor decl = clang_getCursorReferenced(cursor);
    if (clang_getCursorKind(decl) != CXCursor_FunctionDecl) return NULL;
    return symbols_find(body->lower, body->unit, decl);
}

typedef struct values {
    value_t *data;
    size_t len;
} values_t;

/* A record is passed by its address and copied by the callee. Where something happens in
 * between, it is copied here, at a place that was kept for it. */
static value_t copy_record(body_t *body, size_t place, value_t record) {
    const object_t *object =
        function_add_local(body->program, body->function, "argument", record.type, body->source);
    const expr_t *address = expr_addr(body->exprs, object);
    flow_node_t behind = body->flow.steps.data[place].to, end = body->flow.at;
    body->flow.steps.data[place].to = flow_node(&body->flow);
    body->flow.at = body->flow.steps.data[place].to;
    lvalue_copy(body, address, record.expr, record.type);
    flow_link(&body->flow, EDGE_NOP, body->flow.at, behind, body->source);
    body->flow.at = end;
    return value_of(address, record.type);
}

/* Does it lie in an object that was made for this value alone? */
static bool is_own_copy(const body_t *body, const expr_t *address, size_t locals_before) {
    if (address->kind != EXPR_ADDR || address->object->kind != OBJECT_LOCAL) return false;
    for (size_t i = locals_before; i < body->function->locals.len; i++)
        if (body->function->locals.data[i] == address->object) return true;
    return false;
}

static bool happens_behind(const body_t *body, size_t place) {
    for (size_t i = place + 1; i < body->flow.steps.len; i++)
        if (body->flow.steps.data[i].kind != EDGE_NOP) return true;
    return false;
}

/* The callee copies its records in one step with others, or behind those of the .... */
static bool copies_at_once(const symbol_t *symbol) {
    return symbol->is_atomic || symbol->type->is_variadic;
}

/* From left to right; at_once: records must be copied now. */
static values_t lower_args(body_t *body, const call_t *call, bool at_once) {
    values_t values = {ARENA_ARRAY(body->lower->scratch, value_t, call->arg_count + 1),
                       call->arg_count};
    size_t steps = body->flow.steps.len;
    size_t *places = ARENA_ARRAY(body->lower->scratch, size_t, call->arg_count + 1);
    for (size_t i = 0; i < call->arg_count; i++) {
        size_t locals = body->function->locals.len;
        value_t value = body_settle(body, rvalue_lower(body, call->args[i]));
        bool is_record = value.type->kind == TYPE_STRUCT || value.type->kind == TYPE_UNION;
        values.data[i] = value;
        if (!is_record || !value.expr || is_own_copy(body, value.expr, locals)) continue;
        places[i] = body_reserve(body) + 1; /* 0: none */
    }
    if (call->arg_count > 1 && body->flow.steps.len > steps)
        body_assumes(body, ASSUME_EVALUATION_ORDER);
    /* From the back: who is copied here makes those before it be copied here, too. */
    for (size_t i = call->arg_count; i-- > 0;)
        if (places[i] && (at_once || happens_behind(body, places[i] - 1)))
            values.data[i] = copy_record(body, places[i] - 1, values.data[i]);
    return values;
}

static bool returns_record(const type_t *function) {
    return type_is_aggregate(function->elem);
}

/* Structs are passed by address and copied by the callee; a struct returned is
 * written to where the first, hidden argument points; what stands behind ... is
 * found by the last one. */
static const expr_t **make_args(body_t *body, const type_t *type, values_t values,
                                const expr_t *result_address, const expr_t *rest) {
    size_t hidden = result_address ? 1 : 0;
    const expr_t **args =
        ARENA_ARRAY(body->program->arena, const expr_t *, type->param_count + hidden + 1);
    args[type->param_count + hidden] = rest;
    if (hidden) args[0] = result_address;
    for (size_t i = 0; i < type->param_count; i++)
        args[i + hidden] = arith_convert(body, values.data[i], type->params[i]).expr;
    return args;
}

static value_t call_function(body_t *body, symbol_t *symbol, values_t values, bool wanted) {
    function_t *function = symbols_make_function(body->lower, symbol);
    const type_t *type = function->type, *result = type->elem;
    if (values.len < type->param_count) {
        body_unsupported(body, "call of '%s' with too few arguments", function->name);
        return body_nothing(body, result);
    }
    if (strcmp(function->name, "main") == 0 && type->param_count)
        return body_unsupported_value(body, result, "a call of main with arguments");
    const expr_t *memory = NULL;
    if (returns_record(type)) {
        const object_t *object = body_add_value(body, "result", result);
        memory = expr_addr(body->exprs, object);
    }
    const expr_t *rest = NULL;
    if (clang_Cursor_isVariadic(symbol->decl))
        rest = variadic_pass(body, values.data + type->param_count, values.len - type->param_count);
    const expr_t **args = make_args(body, type, values, memory, rest);
    bool has_target = wanted && type_is_scalar(result);
    reg_t target = has_target ? body_temporary(body, result) : NO_REG;
    flow_step_t *step = body_step(body, EDGE_CALL);
    step->callee = function;
    step->args = args;
    step->arg_count = type->param_count + (memory ? 1 : 0) + (rest ? 1 : 0);
    step->target = target;
    if (memory) return value_of(memory, result);
    return has_target ? body_reg(body, target) : body_nothing(body, result);
}

static value_t call_unknown(body_t *body, const call_t *call, symbol_t *symbol) {
    uint64_t constant;
    if (external_is_builtin(call->name) && type_is_scalar(call->result) &&
        clu_integer(call->cursor, &constant))
        return body_const(body, call->result, constant);
    values_t values = lower_args(body, call, false);
    return external_call(body, call, symbol, values.data);
}

/* The property's function is entered. That is so however it is called: function_lower
 * gives it a body which does the same; here the step has the position of the call. */
static value_t violate(body_t *body, const call_t *call, const symbol_t *symbol) {
    body_violation(body, symbol->violated, symbol->name);
    return body_nothing(body, call->result);
}

static value_t call_symbol(body_t *body, const call_t *call, symbol_t *symbol) {
    /* Models call what they need: that is no call of the program. */
    if (symbol->is_error && body->unit != body->lower->library) {
        lower_args(body, call, false);
        return violate(body, call, symbol);
    }
    if (library_owns(body->lower, symbol)) return library_call_symbol(body, call, symbol);
    if (symbol->is_defined) {
        values_t values = lower_args(body, call, copies_at_once(symbol));
        /* What vprintf would do with it is not modelled. */
        if (symbol->type->is_variadic && model_passes_place(body, call))
            body_unsupported(body, "%s with this format", call->name);
        value_t result = call_function(body, symbol, values, call->wanted);
        if (!call->wanted) return result;
        return arith_convert(body, result, call->result);
    }
    const model_t *model = models_of_call(body->lower, call->name);
    if (!model) return call_unknown(body, call, symbol);
    call_t known = *call;
    if (!strchr(model->name, '*')) known.name = model->name; /* not __builtin_f */
    model_assumes(body, model);
    return model->lower(body, &known);
}

/* Could a call through a pointer to type reach this function without undefined
 * behaviour? Pointers of any kind are alike. */
static bool fits(const type_t *a, const type_t *b) {
    if (type_is_scalar(a) && type_is_scalar(b))
        return a->bits == b->bits && (a->kind == TYPE_FLOAT) == (b->kind == TYPE_FLOAT);
    return a->kind == b->kind && a->size == b->size;
}

static bool is_callable(const type_t *function, const type_t *call) {
    if (!fits(function->elem, call->elem)) return false;
    if (function->is_variadic || call->is_variadic) return true;
    if (function->param_count != call->param_count) return false;
    for (size_t i = 0; i < call->param_count; i++)
        if (!fits(function->params[i], call->params[i])) return false;
    return true;
}

call_targets_t call_targets(body_t *body, value_t pointer, const type_t *function_type) {
    call_targets_t targets = {.pointer = body_fix(body, pointer), .type = function_type};
    targets.rest = body->flow.at;
    return targets;
}

symbol_t *call_next_target(body_t *body, call_targets_t *targets) {
    if (targets->is_done) return NULL;
    while (targets->next < body->lower->taken.len) {
        symbol_t *symbol = body->lower->taken.data[targets->next++];
        if (!is_callable(symbol->type, targets->type)) continue;
        function_t *function = symbols_make_function(body->lower, symbol);
        const expr_t *is_it = expr_binary(body->exprs, EXPR_EQ, targets->pointer.expr,
                                          expr_addr(body->exprs, function->object));
        flow_node_t here = flow_node(&body->flow), rest = flow_node(&body->flow);
        body->flow.at = targets->rest;
        body_branch(body, is_it, here, rest);
        targets->rest = rest;
        body->flow.at = here;
        return symbol;
    }
    targets->is_done = true;
    body->flow.at = targets->rest;
    body_guard(body, "a call through a pointer to no known function");
    return NULL;
}

/* Is it called with the values of its arguments? Models evaluate them. */
static bool is_plain(const symbol_t *symbol) {
    return symbol->is_defined || symbol->is_error;
}

/* Is a function with a model among the targets? */
static bool may_reach_model(const body_t *body, const type_t *type) {
    for (size_t i = 0; i < body->lower->taken.len; i++) {
        const symbol_t *symbol = body->lower->taken.data[i];
        if (!is_plain(symbol) && is_callable(symbol->type, type)) return true;
    }
    return false;
}

static value_t call_target(body_t *body, const call_t *call, symbol_t *symbol, values_t values) {
    if (symbol->is_error) return violate(body, call, symbol);
    if (symbol->is_defined) return call_function(body, symbol, values, call->wanted);
    call_t named = *call;
    named.name = symbol->name;
    return call_symbol(body, &named, symbol);
}

static value_t call_pointer(body_t *body, const call_t *call, CXCursor callee) {
    value_t pointer = body_settle(body, rvalue_lower(body, callee));
    const type_t *type = pointer.type->kind == TYPE_POINTER ? pointer.type->elem : pointer.type;
    if (type->kind != TYPE_FUNCTION)
        return body_unsupported_value(body, call->result, "a call of this form");
    bool is_late = may_reach_model(body, type);
    values_t values = {0};
    if (!is_late) values = lower_args(body, call, true);
    call_t wanting = *call;
    wanting.wanted = call->wanted && call->result->kind != TYPE_VOID;
    const type_t *held = call->result;
    if (wanting.wanted && !type_is_scalar(held)) held = body_pointer_to(body, held);
    reg_t result = wanting.wanted ? body_temporary(body, held) : NO_REG;
    flow_node_t join = flow_node(&body->flow);
    call_targets_t targets = call_targets(body, pointer, type);
    for (symbol_t *symbol; (symbol = call_next_target(body, &targets));) {
        if (is_late && is_plain(symbol)) values = lower_args(body, call, copies_at_once(symbol));
        value_t value = call_target(body, &wanting, symbol, values);
        if (wanting.wanted) {
            value = arith_convert(body, value, call->result);
            body_assign(body, result, value_of(value.expr, held));
        }
        body_goto(body, join);
    }
    body->flow.at = join;
    if (!wanting.wanted) return body_nothing(body, call->result);
    return value_of(expr_reg(body->exprs, held->bits, result), call->result);
}

value_t call_lower(body_t *body, CXCursor cursor, bool wanted) {
    cursors_t operands = clu_operands(body->lower->scratch, cursor);
    call_t call = {.cursor = cursor,
                   .result = body_type(body, cursor),
                   .wanted = wanted,
                   .target = body->wanted_target};
    if (!operands.len) return body_unsupported_value(body, call.result, "a call of this form");
    if (!body->function) return body_unsupported_value(body, call.result, "a call here");
    call.args = operands.data + 1;
    call.arg_count = operands.len - 1;
    body->wanted_target = NULL;
    source_t statement = body->source;
    body_at(body, cursor);
    symbol_t *symbol = call_named_function(body, operands.data[0]);
    value_t result;
    if (symbol) {
        call.name = symbol->name;
        result = call_symbol(body, &call, symbol);
    } else {
        result = call_pointer(body, &call, operands.data[0]);
    }
    body->source = statement;
    body->wanted_target = call.target;
    return result;
}
