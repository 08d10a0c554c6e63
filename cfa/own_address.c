#include "cfa/own_address.h"

#include "cfa/points_to.h"

typedef struct {
    const program_t *program;
    const function_t *function;
} place_t;

static bool is_own(const program_t *program, const object_t *object) {
    return object->kind == OBJECT_THREAD ||
           (object->kind == OBJECT_LOCAL && object->function != program->main);
}

/* May the value be such an address, and is it sure to be nothing else? */
static bool may_be_own(const place_t *at, const expr_t *expr, bool *surely) {
    size_t count;
    bool anything, found = false;
    if (expr->kind == EXPR_CONST) return *surely = false;
    const object_t *const *objects =
        points_to_expr(at->program, at->function, expr, &count, &anything);
    *surely = !anything;
    for (size_t i = 0; i < count; i++)
        if (is_own(at->program, objects[i]))
            found = true;
        else
            *surely = false;
    return found;
}

static bool operator_computes(const place_t *at, const expr_t *expr) {
    bool own[3] = {false}, surely[3] = {false}, some = false, is_part = false;
    for (unsigned i = 0; i < expr->arity; i++) {
        own[i] = may_be_own(at, expr->a[i], &surely[i]);
        some |= own[i];
        is_part |= own[i] && expr->a[i]->width < at->program->pointer_bits;
    }
    if (!some || expr->kind == EXPR_LOAD) return false;
    if (is_part) return true;
    switch (expr->kind) {
    case EXPR_ADD: return own[0] && own[1];
    case EXPR_SUB: return own[1] && !(own[0] && surely[0]);
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE:
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
    bool surely;
    for (size_t i = 0; i < edge->arg_count; i++)
        if (expr_computes(&at, edge->args[i])) return true;
    if (expr_computes(&at, edge->address) || expr_computes(&at, edge->value)) return true;
    return edge->kind == EDGE_STORE && edge->type->bits < program->pointer_bits &&
           may_be_own(&at, edge->value, &surely);
}
