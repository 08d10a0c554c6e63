#include "cfa/own_address.h"

#include "cfa/points_to.h"

typedef struct {
    const program_t *program;
    const function_t *function;
} place_t;

/* What a value may be. */
typedef struct {
    bool own;    /* an address on the thread's stack */
    bool other;  /* another address */
    bool number; /* neither, and not 0 */
} value_t;

static bool is_own(const program_t *program, const object_t *object) {
    return object->kind == OBJECT_THREAD ||
           (object->kind == OBJECT_LOCAL && object->function != program->main);
}

static value_t value_of(const place_t *at, const expr_t *expr) {
    value_t value = {0};
    size_t count;
    if (expr->kind == EXPR_CONST) return (value_t){.number = expr->value != 0};
    const object_t *const *objects =
        points_to_expr(at->program, at->function, expr, &count, &value.number);
    for (size_t i = 0; i < count; i++)
        if (is_own(at->program, objects[i]))
            value.own = true;
        else
            value.other = true;
    return value;
}

static bool operator_computes(const place_t *at, const expr_t *expr) {
    value_t v[3] = {{0}};
    bool some = false, is_part = false;
    for (unsigned i = 0; i < expr->arity; i++) {
        v[i] = value_of(at, expr->a[i]);
        some |= v[i].own;
        is_part |= v[i].own && expr->a[i]->width < at->program->pointer_bits;
    }
    if (!some || expr->kind == EXPR_LOAD) return false;
    if (is_part) return true;
    switch (expr->kind) {
    case EXPR_ADD: return v[0].own && v[1].own;
    case EXPR_SUB: return v[1].own && (!v[0].own || v[0].other || v[0].number);
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: return v[0].number || v[1].number;
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_ITE: return false;
    default: return true;
    }
}

static bool expr_computes(const place_t *at, const expr_t *expr) {
    if (!expr) return false;
    if (operator_computes(at, expr)) return true;
    for (unsigned i = 0; i < expr->arity; i++)
        if (expr_computes(at, expr->a[i])) return true;
    return false;
}

bool edge_computes_with_own_address(const program_t *program, const edge_t *edge) {
    place_t at = {program, edge->from->function};
    for (size_t i = 0; i < edge->arg_count; i++)
        if (expr_computes(&at, edge->args[i])) return true;
    if (expr_computes(&at, edge->address) || expr_computes(&at, edge->value)) return true;
    return edge->kind == EDGE_STORE && edge->type->bits < program->pointer_bits &&
           value_of(&at, edge->value).own;
}
