#include "cfa/layout.h"
#include "cpa/core/memory.h"
#include "cpa/value/value_internal.h"

bool value_get(const value_cpa_t *value, const value_part_t *part, variable_t variable,
               uint64_t *result) {
    if (variable_kind(variable) == VARIABLE_CELL)
        return bindings_get(part->memory, variable, result);
    return bindings_get(value_part_thread(value->parts, part, variable_thread(variable)), variable,
                        result);
}

variable_t scope_register(const value_scope_t *scope, reg_t reg) {
    return variable_own_reg(scope->where, scope->thread, reg);
}

void scope_note(const value_scope_t *scope, uint64_t address) {
    if (scope->asks_others && address >= LAYOUT_STACK_BASE &&
        (address - LAYOUT_STACK_BASE) / LAYOUT_REGION_SIZE != scope->thread)
        *scope->asks_others = true;
}

bool scope_cell(const value_scope_t *scope, uint64_t address, uint64_t size, variable_t *cell) {
    scope_note(scope, address);
    return memory_cell(scope->value->cpa.program, scope->where, address, size, cell);
}

/* Bytes of one cell or of several. */
static bool evaluate_parts(const value_scope_t *scope, uint64_t address, unsigned size,
                           uint64_t *result) {
    memory_parts_t parts;
    if (!memory_parts(scope->value->cpa.program, scope->where, address, size, &parts)) return false;
    *result = 0;
    for (unsigned i = 0; i < parts.count; i++) {
        const memory_part_t *part = &parts.at[i];
        uint64_t bits;
        if (!bindings_get(scope->part->memory, part->cell, &bits)) return false;
        *result |= (bits >> (8 * part->from) & width_mask(8 * part->count)) << (8 * part->at);
    }
    return true;
}

static bool evaluate_load(const value_scope_t *scope, const expr_t *expr, uint64_t *result) {
    const program_t *program = scope->value->cpa.program;
    uint64_t address;
    variable_t cell;
    if (!scope_evaluate(scope, expr->a[0], &address)) return false;
    if (memory_constant(program, address, expr->type, result)) return true;
    if (scope_cell(scope, address, expr->type->size, &cell))
        return bindings_get(scope->part->memory, cell, result);
    return evaluate_parts(scope, address, (unsigned)expr->type->size, result);
}

/* A known operand may decide alone. */
static bool evaluate_partly(const expr_t *expr, bool known_a, uint64_t a, bool known_b, uint64_t b,
                            uint64_t *result) {
    uint64_t mask = width_mask(expr->width);
    switch (expr->kind) {
    case EXPR_AND:
    case EXPR_MUL: *result = 0; return (known_a && a == 0) || (known_b && b == 0);
    case EXPR_OR: *result = mask; return (known_a && a == mask) || (known_b && b == mask);
    default: return false;
    }
}

static bool evaluate_ite(const value_scope_t *scope, const expr_t *expr, uint64_t *result) {
    uint64_t c, a, b;
    if (scope_evaluate(scope, expr->a[0], &c))
        return scope_evaluate(scope, expr->a[c ? 1 : 2], result);
    if (!scope_evaluate(scope, expr->a[1], &a) || !scope_evaluate(scope, expr->a[2], &b) || a != b)
        return false;
    *result = a;
    return true;
}

bool scope_evaluate(const value_scope_t *scope, const expr_t *expr, uint64_t *result) {
    switch (expr->kind) {
    case EXPR_CONST: *result = expr->value; return true;
    case EXPR_REG:
        return value_get(scope->value, scope->part, scope_register(scope, expr->reg), result);
    case EXPR_ADDR:
        *result = memory_address(scope->where, scope->thread, expr->object);
        return true;
    case EXPR_SELF: *result = scope->thread; return true;
    case EXPR_LOAD: return evaluate_load(scope, expr, result);
    case EXPR_ITE: return evaluate_ite(scope, expr, result);
    default: break;
    }
    uint64_t a = 0, b = 0;
    bool known_a = scope_evaluate(scope, expr->a[0], &a);
    if (expr->arity == 1) {
        if (known_a) *result = expr_apply(expr->kind, expr->width, expr->a[0]->width, a, 0, 0);
        return known_a;
    }
    bool known_b = scope_evaluate(scope, expr->a[1], &b);
    if (!known_a || !known_b) return evaluate_partly(expr, known_a, a, known_b, b, result);
    *result = expr_apply(expr->kind, expr->width, expr->a[0]->width, a, b, 0);
    return true;
}
