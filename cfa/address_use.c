/* Pass address_use.
 * requires: points_to
 * provides: edge->uses_layout, object->is_watched
 * breaks:   nothing */
#include "cfa/address_use.h"

#include "cfa/passes.h"
#include "cfa/points_to.h"

enum { APART = 4096 };

bool address_is_apart(const program_t *program, uint64_t value) {
    uint64_t mask = width_mask(program->pointer_bits);
    return value < APART || (value & mask) > mask - APART;
}

address_value_t address_value(const program_t *program, const function_t *function,
                              const expr_t *expr) {
    address_value_t value = {.may_be_number = true};
    if (expr->width != program->pointer_bits || expr->kind == EXPR_CONST) return value;
    value.objects = points_to_expr(program, function, expr, &value.count, &value.may_be_number);
    return value;
}

static bool is_apart(const program_t *program, const expr_t *expr) {
    return expr->kind == EXPR_CONST && address_is_apart(program, expr->value);
}

/* Both are addresses in the one instance of an object. */
static bool are_together(const address_value_t *a, const address_value_t *b) {
    if (a->count != 1 || b->count != 1 || a->objects[0] != b->objects[0]) return false;
    if (a->may_be_number || b->may_be_number) return false;
    object_kind_t kind = a->objects[0]->kind;
    return kind == OBJECT_GLOBAL || kind == OBJECT_STRING || kind == OBJECT_FUNCTION;
}

/* What every address of the object is a multiple of, whatever the compiler and malloc do. */
static uint64_t alignment(const program_t *program, const address_value_t *value) {
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < value->count; i++) {
        const object_t *object = value->objects[i];
        uint64_t align = object->kind == OBJECT_FUNCTION ? 1 : object->type->align;
        if (object->align > align) align = object->align;
        if (object->kind == OBJECT_HEAP) align = program->pointer_bits / 4;
        if (align < least) least = align;
    }
    return least;
}

/* Bits that are the same wherever the object lies. */
static bool looks_at_low_bits(const program_t *program, const expr_t *e,
                              const address_value_t *value) {
    if (e->a[1]->kind != EXPR_CONST) return false;
    uint64_t number = e->a[1]->value, align = alignment(program, value);
    uint64_t others = ~number & width_mask(e->width);
    switch (e->kind) {
    case EXPR_UREM: return number && !(number & (number - 1)) && number <= align;
    case EXPR_AND: return number < align || others < align;
    case EXPR_OR:
    case EXPR_XOR: return number < align;
    default: return false;
    }
}

static address_use_t use_as_number(const program_t *program, const function_t *function,
                                   const expr_t *e) {
    address_value_t a = address_value(program, function, e->a[0]), b = {0};
    if (e->arity > 1) b = address_value(program, function, e->a[1]);
    if (!a.count && !b.count) return ADDRESS_USE_NONE;
    if (e->kind == EXPR_XOR && a.count && b.count) return ADDRESS_USE_NONE; /* comes back */
    if (e->arity > 1 && !b.count && looks_at_low_bits(program, e, &a)) return ADDRESS_USE_NONE;
    return ADDRESS_USE_NUMBER;
}

/* Who steps out of an object may meet another one here, so that the access looks valid. */
static address_use_t use_as_place(const program_t *program, const address_value_t *value) {
    if (program->faults[FAULT_ACCESS] == NO_PROPERTY || are_together(value, value))
        return ADDRESS_USE_NONE;
    return ADDRESS_USE_MOVE;
}

address_use_t address_use(const program_t *program, const function_t *function, const expr_t *e) {
    if (!e->arity || e->a[0]->width != program->pointer_bits) return ADDRESS_USE_NONE;
    switch (e->kind) {
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_EQ:
    case EXPR_ULT:
    case EXPR_ULE:
    case EXPR_SLT:
    case EXPR_SLE: break;
    case EXPR_LOAD:
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_ITE: return ADDRESS_USE_NONE;
    default: return use_as_number(program, function, e);
    }
    bool is_near = is_apart(program, e->a[0]) || is_apart(program, e->a[1]);
    address_value_t a = address_value(program, function, e->a[0]);
    address_value_t b = address_value(program, function, e->a[1]);
    bool is_equation = e->kind == EXPR_EQ, is_sum = e->kind == EXPR_ADD;
    if (!a.count && !b.count) return ADDRESS_USE_NONE;
    if (is_sum && !b.count) return use_as_place(program, &a);
    if (is_sum && !a.count) return use_as_place(program, &b);
    if (e->kind == EXPR_SUB && !b.count) return use_as_place(program, &a);
    if (is_near || (is_equation && (!a.count || !b.count))) return ADDRESS_USE_NONE;
    if (is_sum) return ADDRESS_USE_SUM;
    if (are_together(&a, &b)) return ADDRESS_USE_NONE;
    return is_equation ? ADDRESS_USE_EQUAL : ADDRESS_USE_ORDER;
}

static void watch(program_t *program, const function_t *function, const expr_t *operand) {
    address_value_t value = address_value(program, function, operand);
    for (size_t i = 0; i < value.count; i++)
        if (value.objects[i]->kind == OBJECT_HEAP)
            program->objects.data[value.objects[i]->id]->is_watched = true;
}

static bool expr_uses(program_t *program, const function_t *function, const expr_t *e) {
    if (!e) return false;
    bool is_use = address_use(program, function, e) != ADDRESS_USE_NONE, uses = is_use;
    for (unsigned i = 0; i < e->arity; i++) {
        if (is_use) watch(program, function, e->a[i]);
        uses |= expr_uses(program, function, e->a[i]);
    }
    return uses;
}

void address_use_run(program_t *program) {
    for (size_t i = 0; i < program->edges.len; i++) {
        edge_t *edge = program->edges.data[i];
        const function_t *function = edge->from->function;
        edge->uses_layout = false;
        if (edge->ignores_layout) continue;
        bool uses = expr_uses(program, function, edge->address);
        uses |= expr_uses(program, function, edge->value);
        for (size_t j = 0; j < edge->arg_count; j++)
            uses |= expr_uses(program, function, edge->args[j]);
        edge->uses_layout = uses;
    }
}
