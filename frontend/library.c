#include "frontend/library.h"

#include "frontend/arith.h"
#include "frontend/library_text.h"
#include "frontend/races.h"
#include "frontend/rvalue.h"
#include "frontend/scan.h"
#include "frontend/stmt.h"
#include "frontend/symbols.h"

#include <stdio.h>
#include <string.h>

static unit_t *library_unit(lower_t *lower) {
    if (lower->library) return lower->library;
    strbuf_t errors = {0};
    lower->library = unit_parse_text(lower->options, "/heddle-prelude/library.c", library_text,
                                     &lower->positions, &errors);
    if (!lower->library) misuse(__func__, strbuf_text(&errors));
    strbuf_free(&errors);
    VEC_PUSH(lower->units, lower->library);
    symbols_collect(lower, lower->library);
    scan_unit(lower, lower->library);
    return lower->library;
}

bool library_owns(const lower_t *lower, const symbol_t *symbol) {
    return lower->library && symbol->unit == lower->library && symbol->is_defined;
}

/* What belongs to the function around the call while a model is put in place. */
typedef struct outside {
    unit_t *unit;
    CXCursor decl;
    cursor_map_t variables;
    cursor_map_t labels;
    flow_node_t break_to, continue_to, inline_end;
    switch_info_t *current_switch;
    bool is_atomic;
    reg_t result_address, inline_result;
    const type_t *result;
    shapes_t *shapes;
    const block_scope_t *scope;
    const char *model;
    bool is_synchronisation;
} outside_t;

static const char *model_name(const char *symbol) {
    static const char prefix[] = "model_";
    bool has_prefix = strncmp(symbol, prefix, sizeof prefix - 1) == 0;
    return has_prefix ? symbol + sizeof prefix - 1 : symbol;
}

static outside_t enter_model(body_t *body, const symbol_t *model) {
    outside_t outside = {
        body->unit,      body->decl,           body->variables,     body->labels,
        body->break_to,  body->continue_to,    body->inline_end,    body->current_switch,
        body->is_atomic, body->result_address, body->inline_result, body->result,
        body->shapes,    body->scope,          body->flow.model,    body->flow.is_atomic};
    /* A model that is part of another one belongs to that. */
    if (!body->flow.model) {
        body->flow.model = arena_strdup(body->program->arena, model_name(model->name));
        body->flow.is_atomic =
            races_are_asked(body->lower) && races_is_synchronisation(body->flow.model);
    }
    body->unit = model->unit;
    body->decl = model->decl;
    body->variables = (cursor_map_t){0};
    body->labels = (cursor_map_t){0};
    body->scope = NULL;
    body->break_to = body->continue_to = 0;
    body->current_switch = NULL;
    body->is_atomic = false;
    body->result_address = NO_REG;
    body->result = model->type->elem;
    body->shapes = NULL;
    body->inline_end = flow_node(&body->flow);
    body->inline_result =
        type_is_scalar(body->result) ? body_temporary(body, body->result) : NO_REG;
    return outside;
}

static void leave_model(body_t *body, const outside_t *outside) {
    cursor_map_free(&body->variables);
    cursor_map_free(&body->labels);
    body->unit = outside->unit;
    body->decl = outside->decl;
    body->variables = outside->variables;
    body->labels = outside->labels;
    body->scope = outside->scope;
    body->break_to = outside->break_to;
    body->continue_to = outside->continue_to;
    body->inline_end = outside->inline_end;
    body->current_switch = outside->current_switch;
    body->is_atomic = outside->is_atomic;
    body->result_address = outside->result_address;
    body->inline_result = outside->inline_result;
    body->result = outside->result;
    body->shapes = outside->shapes;
    body->flow.model = outside->model;
    body->flow.is_atomic = outside->is_synchronisation;
}

static void bind(body_t *body, const symbol_t *model, size_t index, value_t value) {
    CXCursor decl = clang_Cursor_getArgument(model->decl, (unsigned)index);
    variable_info_t *variable = ARENA_NEW(body->lower->scratch, variable_info_t);
    *variable = (variable_info_t){.value = value.expr, .type = value.type};
    cursor_map_put(&body->variables, body->lower->scratch, decl, variable);
}

/* As many values as the model has parameters, settled. */
static value_t put_in_place(body_t *body, const symbol_t *model, const value_t *values) {
    outside_t outside = enter_model(body, model);
    for (size_t i = 0; i < model->type->param_count; i++) bind(body, model, i, values[i]);
    stmt_lower(body, clu_last_operand(model->decl));
    body_goto(body, body->inline_end);
    body->flow.at = body->inline_end;
    value_t value = body->inline_result == NO_REG ? body_nothing(body, body->result)
                                                  : body_reg(body, body->inline_result);
    leave_model(body, &outside);
    return value;
}

value_t library_call_symbol(body_t *body, const call_t *call, symbol_t *model) {
    const type_t *type = model->type;
    if (call->arg_count < type->param_count) {
        body_unsupported(body, "call of '%s' with too few arguments", call->name);
        return body_nothing(body, call->result);
    }
    value_t *values = ARENA_ARRAY(body->lower->scratch, value_t, type->param_count + 1);
    for (size_t i = 0; i < type->param_count; i++)
        values[i] = body_settle(body, rvalue_as(body, call->args[i], type->params[i]));
    for (size_t i = type->param_count; i < call->arg_count; i++) rvalue_effect(body, call->args[i]);
    return arith_convert(body, put_in_place(body, model, values), call->result);
}

static symbol_t *find_model(body_t *body, const char *name) {
    symbol_t *model = symbols_find_static(body->lower, library_unit(body->lower), name);
    REQUIRE(model && model->is_defined);
    return model;
}

value_t library_call_named(body_t *body, const call_t *call, const char *name) {
    return library_call_symbol(body, call, find_model(body, name));
}

value_t library_call_values(body_t *body, const char *name, const value_t *values, size_t count) {
    symbol_t *model = find_model(body, name);
    REQUIRE(model->type->param_count == count);
    value_t *settled = ARENA_ARRAY(body->lower->scratch, value_t, count + 1);
    for (size_t i = 0; i < count; i++)
        settled[i] = body_settle(body, arith_convert(body, values[i], model->type->params[i]));
    return put_in_place(body, model, settled);
}

value_t library_call(body_t *body, const call_t *call) {
    char name[128];
    snprintf(name, sizeof name, "model_%s", call->name);
    return library_call_named(body, call, name);
}
