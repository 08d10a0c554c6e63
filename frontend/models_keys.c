#include "frontend/models.h"
#include "frontend/races.h"
#include "frontend/symbols.h"

/* Keys of thread-specific data. Only where there are destructors, or mutexes that have
 * owners, is the end of a thread more than that of its routine. */

value_t model_key_create(body_t *body, const call_t *call) {
    uint64_t destructor;
    bool has_none = call->arg_count > 1 &&
                    clu_integer(clu_strip_casts(call->args[1]), &destructor) && !destructor;
    if (!has_none) body->lower->needs.destructors = true;
    bool is_special = body->lower->has.destructors;
    return library_call_named(body, call,
                              is_special ? "destructors_key_create" : "model_pthread_key_create");
}

value_t model_key_delete(body_t *body, const call_t *call) {
    bool is_special = body->lower->has.destructors;
    return library_call_named(body, call,
                              is_special ? "destructors_key_delete" : "model_pthread_key_delete");
}

void keys_end_thread(body_t *body) {
    if (body->lower->has.destructors) library_call_values(body, "destructors_run", NULL, 0);
    if (body->lower->has.mutex_kinds) library_call_values(body, "kinds_end", NULL, 0);
}

/* result = routine(argument); end the thread; return result */
static void lower_thread(body_t *body, function_t *routine) {
    const type_t *type = routine->type;
    const expr_t **args = ARENA_ARRAY(body->program->arena, const expr_t *, 1);
    if (type->param_count) {
        function_add_reg(body->program, body->function, "argument", type->params[0]);
        body->function->param_count = 1;
        args[0] = body_reg(body, 0).expr;
    }
    bool has_result = type_is_scalar(type->elem);
    reg_t result = has_result ? body_temporary(body, type->elem) : NO_REG;
    flow_step_t *step = body_step(body, EDGE_CALL);
    step->callee = routine;
    step->args = args;
    step->arg_count = type->param_count;
    step->target = result;
    keys_end_thread(body);
    const expr_t *value = has_result ? body_reg(body, result).expr : NULL;
    body_end(body, EDGE_RETURN);
    VEC_TOP(body->flow.steps).value = value;
}

function_t *keys_thread(lower_t *lower, symbol_t *symbol) {
    function_t *routine = symbols_make_function(lower, symbol);
    if (!lower->has.destructors && !lower->has.mutex_kinds) return routine;
    if (symbol->thread) return symbol->thread;
    symbol->thread =
        program_add_function(lower->program, symbol->name, symbol->type, routine->source);
    symbol->thread->has_body = true;
    body_t body;
    body_init(&body, lower, symbol->unit, symbol->thread);
    body.decl = symbol->decl;
    body.source = routine->source;
    body.result = symbol->type->elem;
    lower_thread(&body, routine);
    if (races_are_asked(lower)) races_mark_private(&body.flow);
    flow_write(&body.flow, lower->program, symbol->thread);
    body_free(&body);
    return symbol->thread;
}
