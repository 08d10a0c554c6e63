#include "witness/order/thread_numbers.h"

#include "cfa/points_to.h"

static bool may_be_reused(const events_t *events, const clocks_t *clocks) {
    for (size_t i = 0; i < events->joins.len; i++)
        for (size_t t = 1; t < events->threads.len; t++)
            if (!clocks_always(clocks, events->threads.data[t].creator, events->joins.data[i].node))
                return true;
    return false;
}

static bool has_kind(const expr_t *expr, expr_kind_t kind) {
    if (!expr) return false;
    bool found = expr->kind == kind;
    for (unsigned i = 0; i < expr->arity && !found; i++) found = has_kind(expr->a[i], kind);
    return found;
}

static bool has_reg(const expr_t *expr, reg_t reg) {
    if (!expr) return false;
    bool found = expr->kind == EXPR_REG && expr->reg == reg;
    for (unsigned i = 0; i < expr->arity && !found; i++) found = has_reg(expr->a[i], reg);
    return found;
}

static const expr_t *without_resize(const expr_t *expr) {
    while (expr->kind == EXPR_ZEXT || expr->kind == EXPR_TRUNC || expr->kind == EXPR_SEXT)
        expr = expr->a[0];
    return expr;
}

static bool is_join(const edge_t *edge) {
    return edge->kind == EDGE_THREAD_JOIN || edge->kind == EDGE_THREAD_DETACH;
}

/* Does nobody use the register but joins, as it is? */
static bool goes_to_joins(const function_t *function, reg_t reg) {
    for (size_t n = 0; n < function->nodes.len; n++)
        for (size_t i = 0; i < function->nodes.data[n]->out.len; i++) {
            const edge_t *edge = function->nodes.data[n]->out.data[i];
            bool is_used = has_reg(edge->address, reg) || has_reg(edge->value, reg);
            for (size_t k = 0; k < edge->arg_count; k++) is_used |= has_reg(edge->args[k], reg);
            if (is_used && !(is_join(edge) && without_resize(edge->value)->kind == EXPR_REG))
                return false;
        }
    return true;
}

static bool touches_any(const access_t *access, const bool *holds) {
    bool found = access->anything;
    for (size_t i = 0; i < access->count && !found; i++) found = holds[access->objects[i]->id];
    return found;
}

/* May the edge do something with a number but hand it to a join? */
static bool sees_number(const edge_t *edge, const bool *holds) {
    if (has_kind(edge->address, EXPR_SELF) || has_kind(edge->value, EXPR_SELF)) return true;
    for (size_t i = 0; i < edge->arg_count; i++)
        if (has_kind(edge->args[i], EXPR_SELF)) return true;
    if (!edge->access.reads || !touches_any(&edge->access, holds)) return false;
    if (is_join(edge)) return without_resize(edge->value)->kind != EXPR_LOAD;
    return edge->kind != EDGE_ASSIGN || without_resize(edge->value)->kind != EXPR_LOAD ||
           !goes_to_joins(edge->from->function, edge->target);
}

/* holds: per object, numbers may be stored there. */
static bool are_seen(const program_t *program, bool *holds) {
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind != EDGE_THREAD_CREATE || !edge->address) continue;
        if (edge->access.anything) return true;
        for (size_t k = 0; k < edge->access.count; k++) holds[edge->access.objects[k]->id] = true;
    }
    for (size_t i = 0; i < program->edges.len; i++)
        if (sees_number(program->edges.data[i], holds)) return true;
    return false;
}

bool numbers_are_reused(const program_t *program, const events_t *events, const clocks_t *clocks) {
    if (!may_be_reused(events, clocks)) return false;
    bool *holds = mem_zalloc((program->objects.len + 1) * sizeof *holds);
    bool seen = are_seen(program, holds);
    mem_free(holds);
    return seen;
}
