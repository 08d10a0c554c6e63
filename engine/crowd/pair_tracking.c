#include "engine/crowd/pair_tracking.h"

#include "cpa/core/memory.h"

void pair_tracking_reset(pair_tracking_t *tracking, unsigned patience, bool everywhere) {
    tracking->patience = patience;
    tracking->everywhere = everywhere;
    map64_clear(&tracking->seen_values);
    map64_clear(&tracking->value_counts);
    map64_clear(&tracking->untracked);
}

void pair_tracking_free(pair_tracking_t *tracking) {
    map64_free(&tracking->seen_values);
    map64_free(&tracking->value_counts);
    map64_free(&tracking->untracked);
}

static uint64_t untracked_key(const configuration_t *c, variable_t variable) {
    return hash_mix(hash_mix(1, c->id), variable);
}

bool pair_is_tracked(pair_tracking_t *tracking, const configuration_t *c, binding_t binding) {
    uint64_t count = 0, one;
    if (map64_get(&tracking->untracked, untracked_key(c, binding.variable), &one)) return false;
    map64_get(&tracking->value_counts, binding.variable, &count);
    if (count > tracking->patience) return false;
    uint64_t key = hash_mix(hash_mix(1, binding.variable), binding.value);
    if (map64_get(&tracking->seen_values, key, &one)) return true;
    map64_put(&tracking->seen_values, key, 1);
    map64_put(&tracking->value_counts, binding.variable, count + 1);
    if (count + 1 <= tracking->patience) return true;
    tracking->has_widened = true;
    return false;
}

void pair_tracking_give_up(pair_tracking_t *tracking, const configuration_t *c,
                           variable_t variable) {
    tracking->has_widened = true;
    if (tracking->everywhere)
        map64_put(&tracking->value_counts, variable, tracking->patience + 1);
    else
        map64_put(&tracking->untracked, untracked_key(c, variable), 1);
}

/* Variables that share the fate of others. */

static bool variable_of(const program_t *program, const step_t *step, const expr_t *e,
                        crowd_query_t *query, variable_t *variable) {
    uint64_t address;
    if (e->kind == EXPR_REG) {
        *variable = variable_own_reg(step->before, step->thread, e->reg);
        return true;
    }
    return e->kind == EXPR_LOAD &&
           crowd_query(query, step->before, step->thread, e->a[0], &address) &&
           memory_cell(program, step->before, address, e->type->size, variable);
}

static void share_fate(pair_tracking_t *tracking, const program_t *program, const step_t *step,
                       const expr_t *e, crowd_query_t *query) {
    uint64_t value, count = 0;
    variable_t variable;
    if (!crowd_query(query, step->before, step->thread, e, &value) ||
        !variable_of(program, step, e, query, &variable))
        return;
    map64_get(&tracking->value_counts, variable, &count);
    if (count <= tracking->patience) pair_tracking_give_up(tracking, step->after, variable);
}

static void compare_fates(pair_tracking_t *tracking, const program_t *program, const step_t *step,
                          const expr_t *e, crowd_query_t *query) {
    uint64_t value;
    switch (e->kind) {
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_ZEXT:
        for (unsigned i = 0; i < e->arity; i++)
            compare_fates(tracking, program, step, e->a[i], query);
        return;
    case EXPR_EQ:
    case EXPR_SLT:
    case EXPR_SLE:
    case EXPR_ULT:
    case EXPR_ULE:
        if (!crowd_query(query, step->before, step->thread, e->a[1], &value))
            share_fate(tracking, program, step, e->a[0], query);
        if (!crowd_query(query, step->before, step->thread, e->a[0], &value))
            share_fate(tracking, program, step, e->a[1], query);
        return;
    default: return;
    }
}

void pair_share_fates(pair_tracking_t *tracking, const program_t *program, const step_t *step,
                      crowd_query_t *query) {
    const edge_t *edge = step->edge;
    uint64_t address, count = 0;
    variable_t target = 0;
    if (!tracking->everywhere) return;
    bool is_condition = edge->kind == EDGE_ASSUME || edge->kind == EDGE_ATOMIC_BEGIN;
    if (edge->value && (is_condition || edge->kind == EDGE_ASSIGN))
        compare_fates(tracking, program, step, edge->value, query);
    if (is_condition) return;
    if (edge->kind == EDGE_ASSIGN)
        target = variable_own_reg(step->before, step->thread, edge->target);
    else if (edge->kind != EDGE_STORE ||
             !crowd_query(query, step->before, step->thread, edge->address, &address) ||
             !memory_cell(program, step->before, address, edge->type->size, &target))
        return;
    map64_get(&tracking->value_counts, target, &count);
    if (count > tracking->patience) share_fate(tracking, program, step, edge->value, query);
}
