#include "cfa/ieee.h"
#include "cfa/live.h"
#include "cpa/core/memory.h"
#include "cpa/value/value_internal.h"

#include <string.h>

void value_load(binding_vec_t *scratch, const bindings_t *from) {
    VEC_CLEAR(*scratch);
    VEC_RESERVE(*scratch, from->count + 4);
    if (from->count) memcpy(scratch->data, from->at, from->count * sizeof *from->at);
    scratch->len = from->count;
}

static void edit_memory(value_draft_t *s) {
    if (!s->memory_changed) value_load(&s->value->memory, s->from->memory);
    s->memory_changed = true;
}

void draft_edit_registers(value_draft_t *s) {
    if (!s->registers_changed)
        value_load(&s->value->registers,
                   value_part_thread(s->value->parts, s->from, s->step->thread));
    s->registers_changed = true;
}

void draft_set(value_draft_t *s, variable_t variable, bool known, uint64_t result) {
    bool is_cell = variable_kind(variable) == VARIABLE_CELL;
    if (is_cell)
        edit_memory(s);
    else
        draft_edit_registers(s);
    binding_vec_t *vec = is_cell ? &s->value->memory : &s->value->registers;
    if (known && value_tracks(s->value, variable, s->step->after))
        binding_vec_set(vec, variable, result);
    else
        binding_vec_remove(vec, variable);
}

void draft_set_target(value_draft_t *s, bool known, uint64_t result) {
    if (s->step->edge->target != NO_REG)
        draft_set(s, scope_register(&s->scope, s->step->edge->target), known, result);
}

void draft_forget(value_draft_t *s, uint64_t address, uint64_t size) {
    if (!size) return;
    edit_memory(s);
    for (unsigned bytes = 1; bytes <= 8; bytes *= 2)
        binding_vec_remove_range(&s->value->memory, variable_cell(address, bytes),
                                 variable_cell(address + size - 1, bytes));
}

static bool forget_place(void *context, const place_t *place) {
    draft_forget(context, place->base, place->size);
    return true;
}

typedef struct {
    value_draft_t *s;
    unsigned size;
} forgetting_t;

static bool forget_at(void *context, uint64_t address) {
    const forgetting_t *forgetting = context;
    binding_vec_remove(&forgetting->s->value->memory, variable_cell(address, forgetting->size));
    return true;
}

static void store_parts(value_draft_t *s, uint64_t address, unsigned size, bool known,
                        uint64_t result) {
    memory_parts_t parts;
    if (!memory_parts(s->value->cpa.program, s->step->before, address, size, &parts)) return;
    for (unsigned i = 0; i < parts.count; i++) {
        const memory_part_t *part = &parts.at[i];
        uint64_t mask = width_mask(8 * part->count) << (8 * part->from), old = 0;
        bool keeps =
            part->count == part->cell_size || bindings_get(s->from->memory, part->cell, &old);
        uint64_t bits = (result >> (8 * part->at)) << (8 * part->from);
        draft_set(s, part->cell, known && keeps, (old & ~mask) | (bits & mask));
    }
}

void draft_store(value_draft_t *s, const expr_t *address_expr, const type_t *type, bool known,
                 uint64_t result) {
    uint64_t address;
    variable_t cell;
    if (scope_evaluate(&s->scope, address_expr, &address)) {
        if (scope_cell(&s->scope, address, type->size, &cell))
            draft_set(s, cell, known, result);
        else
            store_parts(s, address, (unsigned)type->size, known, result);
        return;
    }
    if (s->scope.asks_others) *s->scope.asks_others = true;
    edit_memory(s);
    if (s->step->edge->access.anything) {
        VEC_CLEAR(s->value->memory);
        return;
    }
    const program_t *program = s->value->cpa.program;
    forgetting_t forgetting = {s, (unsigned)type->size};
    if (s->step->edge->access.mixed)
        memory_places(program, s->step->before, s->step->edge, forget_place, s);
    else
        memory_candidates(program, s->step->before, s->step->edge, forgetting.size, forget_at,
                          &forgetting);
}

/* Keeps only live registers of the thread that moved. */
static void drop_dead(value_draft_t *s) {
    const configuration_t *after = s->step->after;
    uint32_t thread = s->step->thread;
    if (thread >= after->thread_count || after->threads[thread].status != THREAD_RUNNING) return;
    const bindings_t *old = value_part_thread(s->value->parts, s->from, thread);
    if (!s->registers_changed && !old->count) return;
    draft_edit_registers(s);
    binding_vec_t *vec = &s->value->registers;
    size_t kept = 0;
    for (size_t i = 0; i < vec->len; i++) {
        variable_t v = vec->data[i].variable;
        if (variable_kind(v) != VARIABLE_REG || live_in(after, v)) vec->data[kept++] = vec->data[i];
    }
    vec->len = kept;
}

/* With a precision that differs between locations, moving may lose variables
 * of every kind. */
static void drop_untracked(const value_cpa_t *value, binding_vec_t *vec,
                           const configuration_t *after) {
    size_t kept = 0;
    for (size_t i = 0; i < vec->len; i++)
        if (value_tracks(value, vec->data[i].variable, after)) vec->data[kept++] = vec->data[i];
    vec->len = kept;
}

static part_t forget_in_others(value_cpa_t *value, const value_part_t *part, const step_t *step) {
    for (uint32_t i = 0; i < part->thread_count; i++) {
        if (i == step->thread) continue;
        value_load(&value->other, part->threads[i]);
        drop_untracked(value, &value->other, step->after);
        const bindings_t *kept =
            bindings_intern(value->bindings, value->other.data, value->other.len);
        part = value_part_change(value->parts, part, part->memory, i, kept);
    }
    return part;
}

part_t draft_finish(value_draft_t *s) {
    value_cpa_t *value = s->value;
    const step_t *step = s->step;
    drop_dead(s);
    bool local = value->has_local_precision && !value->is_refining;
    if (local) {
        edit_memory(s);
        draft_edit_registers(s);
        drop_untracked(value, &value->memory, step->after);
        drop_untracked(value, &value->registers, step->after);
    }
    const bindings_t *memory =
        s->memory_changed ? bindings_intern(value->bindings, value->memory.data, value->memory.len)
                          : s->from->memory;
    const bindings_t *registers =
        s->registers_changed
            ? bindings_intern(value->bindings, value->registers.data, value->registers.len)
            : value_part_thread(value->parts, s->from, step->thread);
    part_t part = value_part_change(value->parts, s->from, memory, step->thread, registers);
    return local ? forget_in_others(value, part, step) : part;
}

/* What a condition that holds says about variables. */

void draft_learn_equal(value_draft_t *s, const expr_t *e, uint64_t result) {
    uint64_t known;
    if (scope_evaluate(&s->scope, e, &known)) return;
    switch (e->kind) {
    case EXPR_REG: draft_set(s, scope_register(&s->scope, e->reg), true, result); return;
    case EXPR_LOAD: {
        uint64_t address;
        variable_t cell;
        if (scope_evaluate(&s->scope, e->a[0], &address) &&
            scope_cell(&s->scope, address, e->type->size, &cell))
            draft_set(s, cell, true, result);
        return;
    }
    case EXPR_ZEXT:
    case EXPR_SEXT: {
        const expr_t *inner = e->a[0];
        uint64_t small = result & width_mask(inner->width);
        if (inner->width == 1)
            draft_learn(s, inner, small & 1);
        else if (expr_apply(e->kind, e->width, inner->width, small, 0, 0) == result)
            draft_learn_equal(s, inner, small);
        return;
    }
    default: return;
    }
}

/* Equal numbers have equal bits, but for the two zeros. */
static bool has_one_pattern(const expr_t *equality, uint64_t bits) {
    return (bits & (ieee_sign_bit(equality->a[0]->width) - 1)) != 0;
}

void draft_learn(value_draft_t *s, const expr_t *cond, bool truth) {
    if (cond->width != 1) return;
    switch (cond->kind) {
    case EXPR_NOT: draft_learn(s, cond->a[0], !truth); return;
    case EXPR_AND:
    case EXPR_OR:
        if ((cond->kind == EXPR_AND) == truth) {
            draft_learn(s, cond->a[0], truth);
            draft_learn(s, cond->a[1], truth);
        }
        return;
    case EXPR_EQ: {
        uint64_t known;
        if (!truth) return;
        if (scope_evaluate(&s->scope, cond->a[1], &known)) draft_learn_equal(s, cond->a[0], known);
        if (scope_evaluate(&s->scope, cond->a[0], &known)) draft_learn_equal(s, cond->a[1], known);
        return;
    }
    case EXPR_FEQ: {
        uint64_t known;
        if (!truth) return;
        if (scope_evaluate(&s->scope, cond->a[1], &known) && has_one_pattern(cond, known))
            draft_learn_equal(s, cond->a[0], known);
        if (scope_evaluate(&s->scope, cond->a[0], &known) && has_one_pattern(cond, known))
            draft_learn_equal(s, cond->a[1], known);
        return;
    }
    default: draft_learn_equal(s, cond, truth);
    }
}
