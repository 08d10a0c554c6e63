#include "frontend/models.h"

#include "frontend/arith.h"
#include "frontend/frontend.h"
#include "frontend/literal.h"
#include "frontend/rvalue.h"

#include <string.h>

bool model_needs(body_t *body, const call_t *call, size_t count) {
    if (call->arg_count >= count) return true;
    body_unsupported(body, "call of '%s' with too few arguments", call->name);
    return false;
}

value_t model_arg(body_t *body, const call_t *call, size_t index, const type_t *type) {
    if (!type) return body_settle(body, rvalue_lower(body, call->args[index]));
    return body_settle(body, rvalue_as(body, call->args[index], type));
}

void model_args(body_t *body, const call_t *call, size_t first) {
    for (size_t i = first; i < call->arg_count; i++) rvalue_effect(body, call->args[i]);
}

value_t model_zero(body_t *body, const call_t *call) {
    return body_nothing(body, call->result);
}

value_t model_input(body_t *body, const call_t *call) {
    value_t input = body_havoc(body, call->result);
    if (!body->flow.model && type_is_scalar(call->result))
        VEC_TOP(body->flow.steps).model = arena_strdup(body->program->arena, call->name);
    return input;
}

value_t model_any(body_t *body, const call_t *call) {
    if (!call->wanted || !type_is_scalar(call->result)) return model_zero(body, call);
    return model_input(body, call);
}

value_t model_nothing(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    return model_zero(body, call);
}

value_t model_unknown_result(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    return model_any(body, call);
}

value_t model_nondet(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    if (type_is_aggregate(call->result))
        return body_unsupported_value(body, call->result, "an arbitrary value of this type");
    /* The choice is made even if nobody looks: a witness may speak of it. */
    return model_input(body, call);
}

/* rand and random: an unknown function of the seed and of how many were drawn since, which
 * the replay of a counterexample sees to. Proofs may take the numbers as unrelated. */
value_t model_draw(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    const type_t *type = call->result;
    if (!type_is_scalar(type) || type->bits < 32) type = body_int_type(body);
    value_t any = body_havoc(body, type);
    VEC_TOP(body->flow.steps).is_draw = true;
    VEC_TOP(body->flow.steps).model = arena_strdup(body->program->arena, call->name);
    value_t most = body_const(body, type, 0x7fffffff);
    if (type->bits > 32)
        body_assume(body, expr_binary(body->exprs, EXPR_ULE, any.expr, most.expr));
    else
        body_assume(body, arith_compare(body, CXBinaryOperator_LE, body_const(body, type, 0), any));
    return arith_convert(body, any, call->result);
}

value_t model_seed(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    const type_t *type = type_int(body->program->types, 32, false);
    value_t seed = model_arg(body, call, 0, type);
    body_assign(body, body_temporary(body, type), seed);
    VEC_TOP(body->flow.steps).is_seed = true;
    return model_zero(body, call);
}

/* Whether something was written is asked by those who look at the result. */
value_t model_output(body_t *body, const call_t *call) {
    return call->wanted ? library_call(body, call) : model_nothing(body, call);
}

value_t model_assume(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    body_assume(body, arith_truth(body, rvalue_lower(body, call->args[0])));
    return model_zero(body, call);
}

value_t model_exit(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    body_end(body, EDGE_EXIT);
    VEC_TOP(body->flow.steps).is_failure =
        strcmp(call->name, "abort") == 0 || strcmp(call->name, "__assert_fail") == 0;
    return model_zero(body, call);
}

value_t model_unsupported(body_t *body, const call_t *call) {
    model_args(body, call, 0);
    body_unsupported(body, "call of '%s'", call->name);
    return model_zero(body, call);
}

/* The prelude says what it cannot express. */
value_t model_refusal(body_t *body, const call_t *call) {
    strbuf_t text = {0};
    if (call->arg_count) literal_text(body->lower, call->args[0], &text);
    if (body->inline_end)
        body_guard(body, strbuf_text(&text)); /* models look before they refuse */
    else
        body_unsupported(body, "%s", strbuf_text(&text));
    strbuf_free(&text);
    return model_zero(body, call);
}

value_t model_abs(body_t *body, const call_t *call) {
    if (!model_needs(body, call, 1)) return model_zero(body, call);
    value_t value = model_arg(body, call, 0, call->result);
    const expr_t *zero = expr_const(body->exprs, value.expr->width, 0);
    const expr_t *negative = expr_binary(body->exprs, EXPR_SLT, value.expr, zero);
    const expr_t *negated = expr_unary(body->exprs, EXPR_NEG, value.expr);
    return value_of(expr_ite(body->exprs, negative, negated, value.expr), call->result);
}

value_t model_errno(body_t *body, const call_t *call) {
    if (!body->lower->errno_object)
        body->lower->errno_object = program_add_object(body->program, OBJECT_THREAD, "errno",
                                                       body_int_type(body), (source_t){0});
    return value_of(expr_addr(body->exprs, body->lower->errno_object), call->result);
}

static bool model_equal(const void *in_table, const void *key) {
    return strcmp(((const model_t *)in_table)->name, key) == 0;
}

static bool is_prefix_row(const model_t *model, const char *name) {
    size_t length = strlen(model->name) - 1;
    return model->name[length] == '*' && strncmp(model->name, name, length) == 0;
}

const model_t *models_find(lower_t *lower, const char *name) {
    if (!lower->models.equal) {
        intern_init(&lower->models, model_equal);
        for (size_t i = 0; i < models_count; i++)
            intern_add(&lower->models, hash_string(models_table[i].name), (void *)&models_table[i]);
    }
    const model_t *found = intern_find(&lower->models, hash_string(name), name);
    if (found || strncmp(name, "__VERIFIER_", 11) != 0) return found;
    for (size_t i = 0; i < models_count; i++)
        if (is_prefix_row(&models_table[i], name)) return &models_table[i];
    return NULL;
}

/* The compiler's own names of library functions mean the same: __builtin_f, and
 * __builtin___f_chk, whose further arguments only say how large objects are. */
const model_t *models_of_call(lower_t *lower, const char *name) {
    static const char prefix[] = "__builtin_", checked[] = "_chk";
    const model_t *model = models_find(lower, name);
    if (model || strncmp(name, prefix, sizeof prefix - 1) != 0) return model;
    name += sizeof prefix - 1;
    size_t length = strlen(name), tail = sizeof checked - 1;
    bool is_checked = strncmp(name, "__", 2) == 0 && length > tail + 2 &&
                      strcmp(name + length - tail, checked) == 0;
    if (!is_checked) return models_find(lower, name);
    if (strstr(name, "printf")) return NULL; /* its size does not come last */
    char *plain = arena_strdup(lower->scratch, name + 2);
    plain[length - tail - 2] = 0;
    return models_find(lower, plain);
}

static const char *kind_of(const model_t *model) {
    static const struct {
        model_fn_t lower;
        const char *kind;
    } kinds[] = {
        {library_call, "C"},    {model_nothing, "none"},        {model_unknown_result, "any"},
        {model_draw, "any"},    {model_nondet, "any"},          {model_printf, "any"},
        {model_vprintf, "any"}, {model_unsupported, "refused"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].lower == model->lower) return kinds[i].kind;
    return "steps";
}

void frontend_list_models(strbuf_t *out) {
    strbuf_printf(out, "%-30s %-8s %-7s %-7s %-9s %s\n", "function", "model", "blocks", "reads",
                  "writes", "what it does");
    for (size_t i = 0; i < models_count; i++) {
        const model_t *model = &models_table[i];
        if (strncmp(model->name, "__heddle_", 9) == 0) continue;
        strbuf_printf(out, "%-30s %-8s %-7s %-7s %-9s %s\n", model->name, kind_of(model),
                      model->blocks ? "yes" : "-", model->reads, model->writes, model->does);
    }
}
