#include "frontend/misuse.h"

#include "frontend/arith.h"
#include "frontend/literal.h"
#include "frontend/mutexes.h"

#include <stdio.h>

static size_t property_number(const lower_t *lower) {
    return property_set_with_check(lower->options->properties, CHECK_MISUSE);
}

bool misuse_is_asked(const lower_t *lower) {
    return property_number(lower) < lower->options->properties->count;
}

/* __heddle_misuse(text), of models. */
value_t model_misuse(body_t *body, const call_t *call) {
    strbuf_t text = {0};
    literal_text(body->lower, call->args[0], &text);
    REQUIRE(misuse_is_asked(body->lower));
    body_violation(body, property_number(body->lower), strbuf_text(&text));
    strbuf_free(&text);
    return model_zero(body, call);
}

value_t model_owns(body_t *body, const call_t *call) {
    value_t mutex = model_arg(body, call, 0, NULL);
    reg_t result = body_temporary(body, body_int_type(body));
    flow_step_t *step = body_step(body, EDGE_OWNS);
    step->address = mutex.expr;
    step->target = result;
    return arith_convert(body, body_reg(body, result), call->result);
}

/* Does anybody hold it? Models ask this inside of an atomic section: who finds it free gives it
 * back at once. */
value_t model_is_held(body_t *body, const call_t *call) {
    value_t mutex = model_arg(body, call, 0, NULL);
    reg_t result = body_temporary(body, body_int_type(body));
    flow_step_t *step = body_step(body, EDGE_TRYLOCK);
    step->address = mutex.expr;
    step->target = result;
    step->is_implied = true;
    flow_node_t is_free = flow_node(&body->flow), join = flow_node(&body->flow);
    body_branch(body, expr_truth(body->exprs, body_reg(body, result).expr), join, is_free);
    body->flow.at = is_free;
    step = body_step(body, EDGE_UNLOCK);
    step->address = mutex.expr;
    step->is_implied = true;
    body_goto(body, join);
    body->flow.at = join;
    return arith_convert(body, body_reg(body, result), call->result);
}

value_t misuse_checked(body_t *body, const call_t *call, const char *operation) {
    char name[64];
    snprintf(name, sizeof name, "%s_%s", body->lower->has.mutex_states ? "states" : "checked",
             operation);
    return library_call_named(body, call, name);
}

/* Of an error-checking mutex a wait returns an error. */
value_t model_may_wait(body_t *body, const call_t *call) {
    if (body->lower->has.mutex_kinds) return library_call_named(body, call, "kinds_may_wait");
    return model_owns(body, call);
}

/* Where misuse does not matter, neither does what is destroyed. */
value_t model_destroy(body_t *body, const call_t *call) {
    return misuse_is_asked(body->lower) ? library_call(body, call) : model_nothing(body, call);
}

/* A mutex that was destroyed has a kind of its own. */
value_t model_mutex_destroy(body_t *body, const call_t *call) {
    if (!misuse_is_asked(body->lower)) return model_nothing(body, call);
    const special_t *has = &body->lower->has;
    body->lower->needs.mutex_states = true;
    if (!has->mutex_kinds && !has->mutex_states) return model_nothing(body, call);
    return library_call_named(body, call, "kinds_destroy");
}

void misuse_note_raw(lower_t *lower, const type_t *type) {
    if (misuse_is_asked(lower) && mutexes_lie_in(type, UINT64_MAX))
        lower->needs.mutex_states = true;
}

/* 0: nobody can; 1: the others can; 2: it is this thread. */
static value_t ask_joinable(body_t *body, const expr_t *number) {
    reg_t result = body_temporary(body, body_int_type(body));
    flow_step_t *step = body_step(body, EDGE_JOINABLE);
    step->value = number;
    step->target = result;
    return body_reg(body, result);
}

static void violated_if(body_t *body, value_t answer, uint64_t bad, const char *what) {
    const expr_t *is_bad =
        expr_binary(body->exprs, EXPR_EQ, answer.expr, expr_const(body->exprs, 32, bad));
    body_violation_if(body, property_number(body->lower), is_bad, what);
}

void misuse_check_join(body_t *body, const expr_t *number) {
    if (!misuse_is_asked(body->lower)) return;
    value_t answer = ask_joinable(body, number);
    violated_if(body, answer, 0, "join of a thread that does not exist, is joined or detached");
    violated_if(body, answer, 2, "join of the thread itself");
}

void misuse_check_detach(body_t *body, const expr_t *number) {
    if (!misuse_is_asked(body->lower)) return;
    violated_if(body, ask_joinable(body, number), 0,
                "detach of a thread that does not exist, is joined or detached");
}
