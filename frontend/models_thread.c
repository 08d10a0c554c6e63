#include "frontend/arith.h"
#include "frontend/ctype.h"
#include "frontend/lvalue.h"
#include "frontend/misuse.h"
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

/* Programs take 0 for no thread: the handle of main, whose number it is, is larger than
 * all numbers (--max-threads). */
#define MAIN_HANDLE 0x7fffffff

/* One call of pthread_create or thrd_create. */
typedef struct creation {
    value_t handle; /* where the number of the thread goes */
    const type_t *handle_type;
    value_t argument;
    const expr_t *is_detached; /* NULL: no */
} creation_t;

/* Nobody sees the thread before it is detached. */
static void detach_new(body_t *body, const creation_t *creation) {
    flow_node_t detach = flow_node(&body->flow), join = flow_node(&body->flow);
    body_branch(body, creation->is_detached, detach, join);
    body->flow.at = detach;
    const expr_t *load = expr_load(body->exprs, creation->handle.expr, creation->handle_type);
    value_t number = body_settle(body, value_of(load, creation->handle_type));
    body_step(body, EDGE_THREAD_DETACH)->value = number.expr;
    body_goto(body, join);
    body->flow.at = join;
}

static void create(body_t *body, symbol_t *routine, const creation_t *creation) {
    const type_t *signature = routine->type;
    bool takes_other = signature->param_count > 1 ||
                       (signature->param_count == 1 && !type_is_scalar(signature->params[0]));
    bool has_body = routine->is_defined || routine->is_error;
    if (!has_body || takes_other) {
        body_unsupported(body, "a thread that starts with '%s'%s", routine->name,
                         has_body ? "" : ", which has no body");
        return;
    }
    const expr_t *value = NULL;
    if (signature->param_count == 1)
        value = arith_convert(body, creation->argument, signature->params[0]).expr;
    const expr_t *handle = creation->handle.expr;
    bool is_nowhere = handle->kind == EXPR_CONST && handle->value == 0;
    function_t *function = keys_thread(body->lower, routine);
    if (creation->is_detached) body_step(body, EDGE_ATOMIC_BEGIN);
    flow_step_t *step = body_step(body, EDGE_THREAD_CREATE);
    step->callee = function;
    step->address = is_nowhere ? NULL : handle;
    step->type = creation->handle_type;
    step->value = value;
    if (!creation->is_detached) return;
    detach_new(body, creation);
    body_step(body, EDGE_ATOMIC_END);
}

static bool is_called(const body_t *body, const char *name) {
    symbol_t *symbol = symbols_find_function(body->lower, name);
    return symbol && symbol->is_reached;
}

/* Attributes other than the state of being detached do not matter. */
static const expr_t *asks_for_detached(body_t *body, const call_t *call) {
    value_t attributes = model_arg(body, call, 1, void_pointer(body));
    bool is_set = is_called(body, "pthread_attr_setdetachstate");
    if (attributes.expr->kind == EXPR_CONST || !is_set) return NULL;
    const type_t *type = body_int_type(body);
    reg_t state = body_temporary(body, type);
    flow_node_t load = flow_node(&body->flow), none = flow_node(&body->flow);
    flow_node_t join = flow_node(&body->flow);
    body_branch(body, expr_truth(body->exprs, attributes.expr), load, none);
    body->flow.at = none;
    body_assign(body, state, body_int(body, 0));
    body_goto(body, join);
    body->flow.at = load;
    body_assign(body, state, value_of(expr_load(body->exprs, attributes.expr, type), type));
    body_goto(body, join);
    body->flow.at = join;
    return expr_truth(body->exprs, body_reg(body, state).expr);
}

/* Start routines behind a pointer are found by their type. */
static value_t create_any(body_t *body, const call_t *call, size_t routine_index,
                          const type_t *routine_result, creation_t *creation) {
    symbol_t *routine = call_named_function(body, call->args[routine_index]);
    value_t pointer = {0};
    const type_t *any = void_pointer(body);
    if (!routine) pointer = model_arg(body, call, routine_index, any);
    creation->argument = model_arg(body, call, routine_index + 1, any);
    if (routine) {
        create(body, routine, creation);
        return model_zero(body, call);
    }
    const type_t *type = type_function(body->program->types, routine_result, &any, 1, false);
    flow_node_t join = flow_node(&body->flow);
    call_targets_t targets = call_targets(body, pointer, type);
    while ((routine = call_next_target(body, &targets))) {
        create(body, routine, creation);
        body_goto(body, join);
    }
    body->flow.at = join;
    return model_zero(body, call);
}

value_t model_pthread_create(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 4)) return model_zero(body, call);
    creation_t creation = {.handle = model_arg(body, call, 0, void_pointer(body)),
                           .handle_type = handle_type(body, call->args[0])};
    creation.is_detached = asks_for_detached(body, call);
    return create_any(body, call, 2, void_pointer(body), &creation);
}

value_t model_thrd_create(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 3)) return model_zero(body, call);
    creation_t creation = {.handle = model_arg(body, call, 0, void_pointer(body)),
                           .handle_type = handle_type(body, call->args[0])};
    return create_any(body, call, 1, body_int_type(body), &creation);
}

/* The number behind a handle. Only who asks for its own handle can have that of main. */
static const expr_t *handle_number(body_t *body, value_t handle) {
    exprs_t *exprs = body->exprs;
    const expr_t *given = handle.expr;
    if (given->width < 32 || !(is_called(body, "pthread_self") || is_called(body, "thrd_current")))
        return given;
    const expr_t *main_handle = expr_const(exprs, given->width, MAIN_HANDLE);
    return expr_ite(exprs, expr_binary(exprs, EXPR_EQ, given, main_handle),
                    expr_const(exprs, given->width, 0), given);
}

/* The exit value goes where the pointer points, if it is not null. */
static value_t join(body_t *body, const call_t *call, const type_t *stored) {
    if (!model_needs(body, call, 2)) return model_zero(body, call);
    value_t thread = model_arg(body, call, 0, NULL);
    const type_t *pointer = void_pointer(body);
    value_t place = model_arg(body, call, 1, body_pointer_to(body, stored));
    const expr_t *is_given = expr_truth(body->exprs, place.expr);
    bool is_null = is_given->kind == EXPR_CONST && !is_given->value;
    reg_t result = is_null ? NO_REG : body_temporary(body, pointer);
    const expr_t *number = handle_number(body, thread);
    misuse_check_join(body, number);
    flow_step_t *step = body_step(body, EDGE_THREAD_JOIN);
    step->value = number;
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
    const expr_t *value =
        expr_resize(body->exprs, body_reg(body, result).expr, stored->bits, false);
    lvalue_store(body, lvalue_memory(place.expr, stored), value_of(value, stored));
    body_goto(body, join);
    body->flow.at = join;
    return model_zero(body, call);
}

value_t model_pthread_join(body_t *body, const call_t *call) {
    return join(body, call, void_pointer(body));
}

value_t model_thrd_join(body_t *body, const call_t *call) {
    return join(body, call, body_int_type(body));
}

/* pthread_cleanup_push is a macro that declares two variables and calls this. */
value_t model_cleanup_push(body_t *body, const call_t *call) {
    if (body->handler == NO_REG || body->handler_argument == NO_REG)
        return body_unsupported_value(body, call->result, "a clean-up handler of this form");
    value_t handler[] = {body_reg(body, body->handler), body_reg(body, body->handler_argument)};
    library_call_values(body, "push_handler", handler, 2);
    return model_zero(body, call);
}

/* What a thread does before it ends. */
static void clean_up(body_t *body) {
    if (is_called(body, "pthread_once") || is_called(body, "call_once"))
        library_call_values(body, "refuse_exit_in_once", NULL, 0);
    if (is_called(body, "__pthread_register_cancel"))
        library_call_values(body, "run_handlers", NULL, 0);
    keys_end_thread(body);
}

value_t model_thrd_exit(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    value_t value = body_fix(body, model_arg(body, call, 0, body_int_type(body)));
    clean_up(body);
    body_end(body, EDGE_THREAD_EXIT);
    unsigned bits = body->program->pointer_bits;
    VEC_TOP(body->flow.steps).value = expr_resize(body->exprs, value.expr, bits, false);
    return model_zero(body, call);
}

value_t model_pthread_exit(body_t *body, const call_t *call) {
    value_t value = {0};
    if (call->arg_count) value = model_arg(body, call, 0, void_pointer(body));
    size_t place = body_reserve(body);
    clean_up(body);
    if (value.expr && body_moved(body, place)) value = body_load_at(body, place, value);
    body_end(body, EDGE_THREAD_EXIT);
    VEC_TOP(body->flow.steps).value = value.expr;
    return model_zero(body, call);
}

value_t model_self_number(body_t *body, const call_t *call) {
    return value_of(expr_self(body->exprs, call->result->bits), call->result);
}

value_t model_pthread_self(body_t *body, const call_t *call) {
    if (!type_is_scalar(call->result) || call->result->bits < 32)
        return body_unsupported_value(body, call->result, "a thread handle of this type");
    exprs_t *exprs = body->exprs;
    const expr_t *number = expr_self(exprs, call->result->bits);
    const expr_t *main_handle = expr_const(exprs, number->width, MAIN_HANDLE);
    return value_of(expr_ite(exprs, expr_truth(exprs, number), number, main_handle), call->result);
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
    const expr_t *number = handle_number(body, thread);
    misuse_check_detach(body, number);
    body_step(body, EDGE_THREAD_DETACH)->value = number;
    return model_zero(body, call);
}

static void mutex_step(body_t *body, const call_t *call, edge_kind_t kind, reg_t target) {
    value_t mutex = model_arg(body, call, 0, void_pointer(body));
    flow_step_t *step = body_step(body, kind);
    step->address = mutex.expr;
    step->target = target;
}

value_t model_plain_lock(body_t *body, const call_t *call) {
    if (model_needs(body, call, 1)) mutex_step(body, call, EDGE_LOCK, NO_REG);
    return model_zero(body, call);
}

value_t model_plain_unlock(body_t *body, const call_t *call) {
    if (model_needs(body, call, 1)) mutex_step(body, call, EDGE_UNLOCK, NO_REG);
    return model_zero(body, call);
}

value_t model_plain_trylock(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1) || !type_is_scalar(call->result)) return model_zero(body, call);
    reg_t target = body_temporary(body, call->result);
    mutex_step(body, call, EDGE_TRYLOCK, target);
    return body_reg(body, target);
}

value_t model_mutex_lock(body_t *body, const call_t *call) {
    if (body->lower->has.mutex_kinds) return library_call_named(body, call, "kinds_lock");
    if (misuse_is_asked(body->lower)) return misuse_checked(body, call, "lock");
    return model_plain_lock(body, call);
}

value_t model_mutex_unlock(body_t *body, const call_t *call) {
    if (body->lower->has.mutex_kinds) return library_call_named(body, call, "kinds_unlock");
    if (misuse_is_asked(body->lower)) return misuse_checked(body, call, "unlock");
    return model_plain_unlock(body, call);
}

value_t model_mutex_trylock(body_t *body, const call_t *call) {
    if (body->lower->has.mutex_kinds) return library_call_named(body, call, "kinds_trylock");
    if (misuse_is_asked(body->lower)) return misuse_checked(body, call, "trylock");
    return model_plain_trylock(body, call);
}

value_t model_mutex_timedlock(body_t *body, const call_t *call) {
    if (body->lower->has.mutex_kinds) return library_call_named(body, call, "kinds_timedlock");
    return library_call(body, call);
}

/* Whoever held what lay there, the new mutex is free. */
static value_t init_plain(body_t *body, const call_t *call) {
    if (misuse_is_asked(body->lower)) return misuse_checked(body, call, "init");
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    value_t mutex = model_arg(body, call, 0, void_pointer(body));
    size_t place = body_reserve(body);
    model_args(body, call, 1);
    if (body_moved(body, place)) mutex = body_load_at(body, place, mutex);
    flow_step_t *step = body_step(body, EDGE_UNLOCK);
    step->address = mutex.expr;
    step->text = "the mutex is initialised";
    step->is_implied = true;
    return model_zero(body, call);
}

value_t model_mutex_init(body_t *body, const call_t *call) {
    if (body->lower->has.mutex_kinds) return library_call_named(body, call, "kinds_init");
    return init_plain(body, call);
}

value_t model_mtx_init(body_t *body, const call_t *call) {
    uint64_t type;
    bool is_plain = call->arg_count > 1 && clu_integer(call->args[1], &type) && !(type & 1);
    if (!is_plain) body->lower->needs.mutex_kinds = true;
    if (body->lower->has.mutex_kinds) return library_call_named(body, call, "kinds_mtx_init");
    return init_plain(body, call);
}

/* As long as all mutexes are of the default kind they need no cells. */
value_t model_mutexattr_settype(body_t *body, const call_t *call) {
    uint64_t kind;
    bool is_default = call->arg_count > 1 && clu_integer(call->args[1], &kind) && kind == 0;
    if (!is_default) body->lower->needs.mutex_kinds = true;
    return library_call(body, call);
}

/* The condition stays an expression: it is tested by the step that begins. */
value_t model_atomic_when(body_t *body, const call_t *call) {
    const expr_t *condition = arith_truth(body, rvalue_lower(body, call->args[0]));
    body_step(body, EDGE_ATOMIC_BEGIN)->value = condition;
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
