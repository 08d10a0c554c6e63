#include "frontend/function.h"

#include "frontend/arith.h"
#include "frontend/ctype.h"
#include "frontend/lvalue.h"
#include "frontend/races.h"
#include "frontend/scope.h"
#include "frontend/stmt.h"
#include "frontend/symbols.h"
#include "frontend/vla.h"

#include <string.h>

static CXCursor parameter(const symbol_t *symbol, size_t index) {
    return clang_Cursor_getArgument(symbol->decl, (unsigned)index);
}

static const char *parameter_name(lower_t *lower, CXCursor decl, size_t index) {
    const char *name = clu_is_null(decl) ? "" : clu_spelling(lower->scratch, decl);
    return *name ? name : arena_printf(lower->scratch, "arg%zu", index);
}

/* The registers of all parameters come first, as calls fill them in order. A
 * struct arrives as the address of the caller's. */
static void declare_parameters(body_t *body, const symbol_t *symbol) {
    function_t *function = body->function;
    const type_t *type = function->type;
    if (type_is_aggregate(type->elem))
        body->result_address =
            function_add_reg(body->program, function, "result", body_pointer_to(body, type->elem));
    for (size_t i = 0; i < type->param_count; i++) {
        const type_t *held = type->params[i];
        if (!type_is_scalar(held)) held = body_pointer_to(body, held);
        const char *name = parameter_name(body->lower, parameter(symbol, i), i);
        function_add_reg(body->program, function, name, held);
    }
    if (clang_Cursor_isVariadic(symbol->decl))
        body->variadic = function_add_reg(body->program, function, "arguments",
                                          body_pointer_to(body, type_void(body->program->types)));
    function->param_count = (reg_t)function->regs.len;
}

/* What the body takes the parameter for: in a function defined the old way, callers
 * pass it promoted, and it is converted on arrival. */
static const type_t *declared_type(body_t *body, CXCursor decl, const type_t *passed) {
    const type_t *declared = ctype_of(body->lower, body->unit, decl);
    return type_is_scalar(passed) && type_is_scalar(declared) ? declared : passed;
}

/* Parameters that are not registers, or not of the type that is passed, are copied
 * into variables of the frame; the register then has no name in the source. */
static void receive_parameters(body_t *body, const symbol_t *symbol) {
    reg_t reg = body->result_address == NO_REG ? 0 : 1;
    const type_t *type = body->function->type;
    for (size_t i = 0; i < type->param_count; i++, reg++) {
        CXCursor decl = parameter(symbol, i);
        if (clu_is_null(decl)) continue;
        const type_t *passed = type->params[i];
        const type_t *held = declared_type(body, decl, passed);
        if (held == passed && type_is_scalar(held) && !cursor_map_get(&body->unit->taken, decl)) {
            variable_info_t *variable = ARENA_NEW(body->lower->scratch, variable_info_t);
            *variable = (variable_info_t){.is_reg = true, .reg = reg, .type = held};
            cursor_map_put(&body->variables, body->lower->scratch, decl, variable);
            continue;
        }
        const char *name = parameter_name(body->lower, decl, i);
        const variable_info_t *variable = stmt_declare(body, decl, name, held);
        reg_info_t *arrived = &body->function->regs.data[reg];
        arrived->is_temporary = true;
        arrived->name = arena_printf(body->program->arena, "%%%s", name);
        value_t value = value_of(body_reg(body, reg).expr, passed);
        if (held != passed) value = arith_convert(body, value, held);
        if (variable->is_reg) {
            body_assign(body, variable->reg, value);
            continue;
        }
        lvalue_store(body, lvalue_memory(expr_addr(body->exprs, variable->object), held), value);
    }
}

enum { MAX_BOOLS = 256 };

/* A _Bool of unknown value is 0 or 1, not any byte. Members of unions may be written as
 * others. false: there are too many. */
static bool restrict_bools(body_t *body, const object_t *object, const type_t *type,
                           uint64_t offset, unsigned *count) {
    bool ok = true;
    if (type->kind == TYPE_BOOL) {
        if ((*count)++ == MAX_BOOLS) return false;
        unsigned bits = body->program->pointer_bits;
        const expr_t *address = expr_binary(body->exprs, EXPR_ADD, expr_addr(body->exprs, object),
                                            expr_const(body->exprs, bits, offset));
        value_t value = body_settle(body, lvalue_load(body, lvalue_memory(address, type)));
        body_assume(body, arith_compare(body, CXBinaryOperator_LE, value, body_int(body, 1)));
    } else if (type->kind == TYPE_ARRAY) {
        for (uint64_t i = 0, had = *count; ok && i < type->count; i++) {
            ok = restrict_bools(body, object, type->elem, offset + i * type->elem->size, count);
            if (*count == had) break; /* no other element has one either */
        }
    } else if (type->kind == TYPE_STRUCT && !type->is_library) {
        for (size_t i = 0; ok && i < type->field_count; i++) {
            const field_t *field = &type->fields[i];
            if (field->bit_width) continue;
            ok = restrict_bools(body, object, field->type, offset + field->offset, count);
        }
    }
    return ok;
}

/* Variables that are declared only. */
static void begin_external(body_t *body) {
    for (size_t i = 0; i < body->program->objects.len; i++) {
        const object_t *object = body->program->objects.data[i];
        unsigned count = 0;
        if (!object->init_unknown || object->kind != OBJECT_GLOBAL) continue;
        if (!restrict_bools(body, object, object->type, 0, &count))
            body_unsupported(body, "an external variable with more than %d _Bools", MAX_BOOLS);
    }
}

/* Text that the program is given: it may write there. */
static const object_t *argument_text(body_t *body, const type_t *letter, const char *text,
                                     size_t length) {
    program_t *program = body->program;
    const char *name = arena_printf(program->arena, "\"%.*s\"", (int)length, text);
    object_t *object = program_add_object(
        program, OBJECT_GLOBAL, name, type_array(program->types, letter, length + 1), body->source);
    cell_init_t *init = ARENA_ARRAY(program->arena, cell_init_t, length + 1);
    for (size_t i = 0; i < length; i++)
        init[i] = (cell_init_t){.offset = i, .type = letter, .value = (unsigned char)text[i]};
    object->init = init;
    object->init_count = length;
    return object;
}

/* The arguments that --args gives, behind the name of the program. */
static size_t make_arguments(body_t *body, const type_t *pointer, const object_t **vector) {
    enum { MOST = 256 };
    program_t *program = body->program;
    cell_init_t *init = ARENA_ARRAY(program->arena, cell_init_t, MOST);
    size_t count = 0;
    const char *text = program->files.data[0];
    for (size_t length = strlen(text); count < MOST;) {
        init[count] = (cell_init_t){.offset = count * pointer->size,
                                    .type = pointer,
                                    .object = argument_text(body, pointer->elem, text, length)};
        text = count++ ? text + length : body->lower->options->args;
        text += strspn(text, " \t\n");
        length = strcspn(text, " \t\n");
        if (!length) break;
    }
    object_t *object =
        program_add_object(program, OBJECT_GLOBAL, "argv",
                           type_array(program->types, pointer, count + 1), body->source);
    object->init = init;
    object->init_count = count;
    *vector = object;
    return count;
}

/* int main(int, char **) */
static bool takes_arguments(const body_t *body) {
    const function_t *function = body->function;
    if (function->param_count != 2 || function->regs.data[0].type->kind != TYPE_INT) return false;
    const type_t *vector = function->regs.data[1].type;
    return vector->kind == TYPE_POINTER && vector->elem->kind == TYPE_POINTER &&
           vector->elem->elem->kind == TYPE_INT && vector->elem->elem->size == 1;
}

static void begin_with_arguments(body_t *body) {
    const object_t *vector;
    const type_t *number = body->function->regs.data[0].type;
    size_t count = make_arguments(body, body->function->regs.data[1].type->elem, &vector);
    flow_step_t *step = body_step(body, EDGE_ASSIGN);
    step->target = 0;
    step->value = expr_const(body->program->exprs, number->bits, count);
    step = body_step(body, EDGE_ASSIGN);
    step->target = 1;
    step->value = expr_addr(body->program->exprs, vector);
}

static enum CXChildVisitResult find_use(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    CXCursor *decl = data;
    if (clang_getCursorKind(cursor) != CXCursor_DeclRefExpr ||
        !clang_equalCursors(clang_getCursorReferenced(cursor), *decl))
        return CXChildVisit_Recurse;
    *decl = clang_getNullCursor();
    return CXChildVisit_Break;
}

/* Where argv points to is somebody else's memory. */
static void check_arguments(body_t *body, const symbol_t *symbol) {
    if (body->program->faults[FAULT_ACCESS] == NO_PROPERTY) return;
    for (size_t i = 0; i < body->function->param_count; i++) {
        CXCursor decl = parameter(symbol, i);
        if (clu_is_null(decl) || body->function->regs.data[i].type->kind != TYPE_POINTER) continue;
        clang_visitChildren(symbol->decl, find_use, &decl);
        if (!clu_is_null(decl)) continue;
        body_unsupported(body, "arguments of main where accesses are checked; --args gives some");
        return;
    }
}

static void begin_main(body_t *body, const symbol_t *symbol) {
    begin_external(body);
    if (body->lower->options->args && takes_arguments(body)) {
        begin_with_arguments(body);
        return;
    }
    if (body->function->param_count) body_assumes(body, ASSUME_MAIN_ARGUMENTS);
    check_arguments(body, symbol);
    for (reg_t i = 0; i < body->function->param_count; i++) {
        flow_step_t *step = body_step(body, EDGE_HAVOC);
        step->target = i;
        step->type = body->function->regs.data[i].type;
        value_t argument = body_reg(body, i);
        if (i == 0 && argument.type->kind == TYPE_INT) /* argc */
            body_assume(body, arith_compare(body, CXBinaryOperator_LE,
                                            body_const(body, argument.type, 0), argument));
    }
}

/* What was wrong with static initialisers is known only now, and said where
 * the program begins. */
static void complain_at(body_t *body, size_t place) {
    if (!body->lower->complaints.len) return;
    const complaint_t *complaint = &body->lower->complaints.data[0];
    flow_step_t *step = &body->flow.steps.data[place];
    step->kind = EDGE_UNSUPPORTED;
    step->to = body->flow.stop;
    step->source = complaint->source;
    step->text = arena_strdup(body->program->arena, complaint->text);
}

/* Falling off the end gives no value, except that main returns 0. */
static void end_function(body_t *body, bool is_main) {
    const expr_t *result = NULL;
    if (type_is_scalar(body->result))
        result =
            is_main ? body_const(body, body->result, 0).expr : body_havoc(body, body->result).expr;
    if (body->is_atomic) body_step(body, EDGE_ATOMIC_END);
    body_end(body, EDGE_RETURN);
    VEC_TOP(body->flow.steps).value = result;
}

static void lower_body(body_t *body, const symbol_t *symbol) {
    bool is_main = strcmp(symbol->name, "main") == 0 && !symbol->is_static;
    body->is_atomic = symbol->is_atomic;
    size_t start = body_reserve(body);
    if (is_main) begin_main(body, symbol);
    if (body->is_atomic) body_step(body, EDGE_ATOMIC_BEGIN);
    receive_parameters(body, symbol);
    for (size_t i = 0; i < body->function->type->param_count; i++) {
        CXCursor decl = parameter(symbol, i);
        if (!clu_is_null(decl)) vla_bind(body, decl);
    }
    stmt_lower(body, clu_last_operand(symbol->decl));
    body->source = clu_position(&body->lower->positions,
                                clang_getRangeEnd(clang_getCursorExtent(symbol->decl)));
    end_function(body, is_main);
    scope_finish(body);
    if (is_main) complain_at(body, start);
}

/* Who enters the property's function has violated it, whatever it does and whether or not
 * it has a body; main is entered by the start of the program, which is no call. */
static bool is_violation(const symbol_t *symbol) {
    return symbol->is_error && strcmp(symbol->name, "main") != 0;
}

void function_lower(lower_t *lower, symbol_t *symbol) {
    body_t body;
    function_t *function = symbols_make_function(lower, symbol);
    body_init(&body, lower, symbol->unit, function);
    body.decl = symbol->decl;
    body.source = function->source;
    body.result = function->type->elem;
    declare_parameters(&body, symbol);
    if (is_violation(symbol))
        body_violation(&body, symbol->violated, symbol->name);
    else
        lower_body(&body, symbol);
    if (races_are_asked(lower)) races_mark_private(&body.flow);
    flow_write(&body.flow, lower->program, function);
    body_free(&body);
}
