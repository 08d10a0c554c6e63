#include "frontend/arith.h"
#include "frontend/ctype.h"
#include "frontend/lvalue.h"
#include "frontend/models.h"
#include "frontend/rvalue.h"
#include "frontend/symbols.h"

#include <string.h>

static const type_t *void_pointer(body_t *body) {
    return body_pointer_to(body, type_void(body->program->types));
}

/* What the handle points to: pthread_t. */
static const type_t *handle_type(body_t *body, CXCursor arg) {
    const type_t *type = body_type(body, arg);
    bool is_usable = type->kind == TYPE_POINTER && type_is_scalar(type->elem);
    return is_usable ? type->elem
                     : type_int(body->program->types, body->program->pointer_bits, false);
}

static void create(body_t *body, symbol_t *routine, value_t handle, const type_t *type,
                   value_t argument) {
    const type_t *signature = routine->type;
    bool takes_other = signature->param_count > 1 ||
                       (signature->param_count == 1 && !type_is_scalar(signature->params[0]));
    if (!routine->is_defined || takes_other) {
        body_unsupported(body, "a thread that starts with '%s'%s", routine->name,
                         routine->is_defined ? "" : ", which has no body");
        return;
    }
    const expr_t *value = NULL;
    if (signature->param_count == 1)
        value = arith_convert(body, argument, signature->params[0]).expr;
    bool is_nowhere = handle.expr->kind == EXPR_CONST && handle.expr->value == 0;
    step_t *step = body_step(body, EDGE_THREAD_CREATE);
    step->callee = symbols_make_function(body->lower, routine);
    step->address = is_nowhere ? NULL : handle.expr;
    step->type = type;
    step->value = value;
}

/* The type by which start routines are found behind a pointer. */
static const type_t *routine_type(body_t *body) {
    const type_t *pointer = void_pointer(body);
    return type_function(body->program->types, pointer, &pointer, 1, false);
}

value_t model_pthread_create(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 4)) return model_zero(body, call);
    value_t handle = model_arg(body, call, 0, void_pointer(body));
    const type_t *type = handle_type(body, call->args[0]);
    rvalue_effect(body, call->args[1]);
    symbol_t *routine = call_named_function(body, call->args[2]);
    value_t pointer = {0};
    if (!routine) pointer = model_arg(body, call, 2, void_pointer(body));
    value_t argument = model_arg(body, call, 3, void_pointer(body));
    if (routine) {
        create(body, routine, handle, type, argument);
        return model_zero(body, call);
    }
    flow_node_t join = flow_node(&body->flow);
    call_targets_t targets = call_targets(body, pointer, routine_type(body));
    while ((routine = call_next_target(body, &targets))) {
        create(body, routine, handle, type, argument);
        body_goto(body, join);
    }
    body->flow.at = join;
    return model_zero(body, call);
}

value_t model_pthread_join(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 2)) return model_zero(body, call);
    value_t thread = model_arg(body, call, 0, NULL);
    const type_t *pointer = void_pointer(body);
    value_t place = model_arg(body, call, 1, body_pointer_to(body, pointer));
    const expr_t *is_given = expr_truth(body->exprs, place.expr);
    bool is_null = is_given->kind == EXPR_CONST && !is_given->value;
    reg_t result = is_null ? NO_REG : body_temporary(body, pointer);
    step_t *step = body_step(body, EDGE_THREAD_JOIN);
    step->value = thread.expr;
    step->target = result;
    if (is_null) return model_zero(body, call);
    flow_node_t store = flow_node(&body->flow), join = flow_node(&body->flow);
    /* The address of an object is never null; of other pointers we ask. */
    bool is_object = place.expr->kind == EXPR_ADDR ||
                     (place.expr->kind == EXPR_ADD && place.expr->a[0]->kind == EXPR_ADDR);
    if (is_object)
        body_goto(body, store);
    else
        body_branch(body, is_given, store, join);
    body->flow.at = store;
    lvalue_store(body, lvalue_memory(place.expr, pointer), body_reg(body, result));
    body_goto(body, join);
    body->flow.at = join;
    return model_zero(body, call);
}

value_t model_pthread_exit(body_t *body, const call_t *call) {
    value_t value = {0};
    if (call->arg_count) value = model_arg(body, call, 0, void_pointer(body));
    body_end(body, EDGE_THREAD_EXIT);
    VEC_TOP(body->flow.steps).value = value.expr;
    return model_zero(body, call);
}

value_t model_pthread_self(body_t *body, const call_t *call) {
    if (!type_is_scalar(call->result))
        return body_unsupported_value(body, call->result, "a thread handle of this type");
    return value_of(expr_self(body->exprs, call->result->bits), call->result);
}

value_t model_pthread_equal(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 2)) return model_zero(body, call);
    value_t a = model_arg(body, call, 0, NULL);
    value_t b = model_arg(body, call, 1, NULL);
    value_t equal = arith_from_truth(body, arith_compare(body, CXBinaryOperator_EQ, a, b));
    return arith_convert(body, equal, call->result);
}

value_t model_pthread_detach(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    value_t thread = model_arg(body, call, 0, NULL);
    body_step(body, EDGE_THREAD_DETACH)->value = thread.expr;
    return model_zero(body, call);
}

static void mutex_step(body_t *body, const call_t *call, edge_kind_t kind, reg_t target) {
    value_t mutex = model_arg(body, call, 0, void_pointer(body));
    step_t *step = body_step(body, kind);
    step->address = mutex.expr;
    step->target = target;
}

value_t model_mutex_lock(body_t *body, const call_t *call) {
    if (model_needs(body, call, 1)) mutex_step(body, call, EDGE_LOCK, NO_REG);
    return model_zero(body, call);
}

value_t model_mutex_unlock(body_t *body, const call_t *call) {
    if (model_needs(body, call, 1)) mutex_step(body, call, EDGE_UNLOCK, NO_REG);
    return model_zero(body, call);
}

value_t model_mutex_trylock(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1) || !type_is_scalar(call->result)) return model_zero(body, call);
    reg_t target = body_temporary(body, call->result);
    mutex_step(body, call, EDGE_TRYLOCK, target);
    return body_reg(body, target);
}

value_t model_mutexattr_settype(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 2)) return model_zero(body, call);
    model_arg(body, call, 0, NULL);
    value_t kind = model_arg(body, call, 1, body_int_type(body));
    if (kind.expr->kind != EXPR_CONST || kind.expr->value != 0)
        body_unsupported(body, "a mutex that is not of the default kind");
    return model_zero(body, call);
}

value_t model_atomic_begin(body_t *body, const call_t *call) {
    body_step(body, EDGE_ATOMIC_BEGIN);
    return model_zero(body, call);
}

value_t model_atomic_end(body_t *body, const call_t *call) {
    body_step(body, EDGE_ATOMIC_END);
    return model_zero(body, call);
}
