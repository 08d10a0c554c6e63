#include "cfa/own_address.h"

#include "cfa/layout.h"
#include "cfa/points_to.h"

typedef struct {
    const program_t *program;
    const function_t *function;
} own_scope_t;

/* What a value may be. */
typedef struct {
    bool own;    /* an address on the thread's stack */
    bool other;  /* another address */
    bool number; /* neither, and not 0 */
} address_kinds_t;

static bool is_own(const program_t *program, const object_t *object) {
    return object->kind == OBJECT_THREAD ||
           (object->kind == OBJECT_LOCAL && object->function != program->main);
}

static address_kinds_t value_of(const own_scope_t *at, const expr_t *expr) {
    address_kinds_t value = {0};
    size_t count;
    if (expr->kind == EXPR_CONST) return (address_kinds_t){.number = expr->value != 0};
    const object_t *const *objects =
        points_to_expr(at->program, at->function, expr, &count, &value.number);
    for (size_t i = 0; i < count; i++)
        if (is_own(at->program, objects[i]))
            value.own = true;
        else
            value.other = true;
    return value;
}

static bool is_zero(const expr_t *expr) {
    return expr->kind == EXPR_CONST && expr->value == 0;
}

/* An address and this stay near each other, whoever's stack it lies on. */
static bool is_small(const expr_t *expr) {
    if (expr->kind != EXPR_CONST) return false;
    int64_t value = (int64_t)sign_extend(expr->value, expr->width);
    return value > -(int64_t)LAYOUT_REGION_SIZE && value < (int64_t)LAYOUT_REGION_SIZE;
}

/* is_place: something is read or written there, so it is an address inside of an object.
 * Elsewhere, a sum with a number that is not known could be 0 or another address, and who
 * knows which one knows the number. */
static bool operator_computes(const own_scope_t *at, const expr_t *expr, bool is_place) {
    address_kinds_t v[3] = {{0}};
    bool some = false, is_part = false;
    for (unsigned i = 0; i < expr->arity; i++) {
        v[i] = value_of(at, expr->a[i]);
        some |= v[i].own;
        is_part |= v[i].own && expr->a[i]->width < at->program->pointer_bits;
    }
    if (!some || expr->kind == EXPR_LOAD) return false;
    if (is_part) return true;
    switch (expr->kind) {
    case EXPR_ADD:
        if (v[0].own && v[1].own) return true;
        return !is_place && !is_small(expr->a[v[0].own ? 1 : 0]);
    case EXPR_SUB:
        if (v[1].own) return !v[0].own || v[0].other || v[0].number;
        return !is_place && !is_small(expr->a[1]);
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE:
        if (is_zero(expr->a[0]) || is_zero(expr->a[1])) return false;
        return v[0].number || v[0].other || v[1].number || v[1].other;
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_ITE: return false;
    default: return true;
    }
}

static bool expr_computes(const own_scope_t *at, const expr_t *expr, bool is_place) {
    if (!expr) return false;
    if (operator_computes(at, expr, is_place)) return true;
    bool is_sum = expr->kind == EXPR_ADD || expr->kind == EXPR_SUB;
    for (unsigned i = 0; i < expr->arity; i++)
        if (expr_computes(at, expr->a[i], expr->kind == EXPR_LOAD || (is_place && is_sum)))
            return true;
    return false;
}

bool edge_computes_with_own_address(const program_t *program, const edge_t *edge) {
    own_scope_t at = {program, edge->from->function};
    for (size_t i = 0; i < edge->arg_count; i++)
        if (expr_computes(&at, edge->args[i], false)) return true;
    bool is_place = edge->kind == EDGE_STORE || edge->kind == EDGE_THREAD_CREATE;
    if (expr_computes(&at, edge->address, is_place)) return true;
    if (expr_computes(&at, edge->value, false)) return true;
    return edge->kind == EDGE_STORE && edge->type->bits < program->pointer_bits &&
           value_of(&at, edge->value).own;
}

bool edge_hands_out_own_address(const program_t *program, const edge_t *edge) {
    own_scope_t at = {program, edge->from->function};
    if (!edge->value || !value_of(&at, edge->value).own) return false;
    if (edge->kind == EDGE_THREAD_CREATE) return true;
    if (edge->kind != EDGE_STORE) return false;
    address_kinds_t to = value_of(&at, edge->address);
    return to.other || to.number;
}
