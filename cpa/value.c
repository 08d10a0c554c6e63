#include "cpa/value.h"

#include "cfa/ieee.h"
#include "cfa/layout.h"
#include "cpa/bindings.h"
#include "cpa/control.h"
#include "cpa/memory.h"
#include "cpa/value_memo.h"
#include "cpa/value_part.h"

#include <string.h>

typedef struct value {
    cpa_t cpa;
    value_options_t options;
    arena_t *arena;
    control_t *control; /* variables tracked in any case */
    bindings_table_t *bindings;
    value_parts_t *parts;
    value_memo_t *memo;
    size_t focus_version; /* with which it was filled */
    map64_t renamed; /* bindings, thread -> the same of that thread */
    map64_t everywhere;   /* variable -> 1 */
    map64_t *at_node;     /* per node: variable -> 1 */
    size_t precision_size;
    bool has_local_precision;
    /* The state being built. */
    binding_vec_t memory, registers, other;
    const configuration_t *start;
    bool is_refining; /* everything is tracked for now */
} value_t;

/* Looking up. */

static bool lookup(const value_t *value, const value_part_t *part, variable_t variable,
                   uint64_t *result) {
    if (variable_kind(variable) == VARIABLE_CELL)
        return bindings_get(part->memory, variable, result);
    return bindings_get(value_part_thread(value->parts, part, variable_thread(variable)), variable,
                        result);
}

typedef struct {
    const value_t *value;
    const value_part_t *part;
    const configuration_t *where;
    uint32_t thread;
    /* Becomes true when something is asked of the configuration that lies
     * neither in static memory nor on the thread's own stack: what other threads
     * or the heap have there. NULL: nobody wants to know. */
    bool *asks_others;
} scope_t;

static variable_t reg_variable(const scope_t *scope, reg_t reg) {
    const thread_t *t = &scope->where->threads[scope->thread];
    const frame_t *top = &t->frames[t->frame_count - 1];
    return variable_reg(scope->thread, t->frame_count - 1, top->node->function, reg);
}

static bool evaluate(const scope_t *scope, const expr_t *expr, uint64_t *result);

/* The cell of an access of the scope's thread. */
static bool find_cell(const scope_t *scope, uint64_t address, uint64_t size, variable_t *cell) {
    if (scope->asks_others && address >= LAYOUT_STACK_BASE &&
        (address - LAYOUT_STACK_BASE) / LAYOUT_REGION_SIZE != scope->thread)
        *scope->asks_others = true;
    return memory_cell(scope->value->cpa.program, scope->where, address, size, cell);
}

/* Bytes of one cell or of several. */
static bool evaluate_parts(const scope_t *scope, uint64_t address, unsigned size,
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

static bool evaluate_load(const scope_t *scope, const expr_t *expr, uint64_t *result) {
    const program_t *program = scope->value->cpa.program;
    uint64_t address;
    variable_t cell;
    if (!evaluate(scope, expr->a[0], &address)) return false;
    if (memory_constant(program, address, expr->type, result)) return true;
    if (find_cell(scope, address, expr->type->size, &cell))
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

static bool evaluate_ite(const scope_t *scope, const expr_t *expr, uint64_t *result) {
    uint64_t c, a, b;
    if (evaluate(scope, expr->a[0], &c)) return evaluate(scope, expr->a[c ? 1 : 2], result);
    if (!evaluate(scope, expr->a[1], &a) || !evaluate(scope, expr->a[2], &b) || a != b)
        return false;
    *result = a;
    return true;
}

static bool evaluate(const scope_t *scope, const expr_t *expr, uint64_t *result) {
    switch (expr->kind) {
    case EXPR_CONST: *result = expr->value; return true;
    case EXPR_REG: return lookup(scope->value, scope->part, reg_variable(scope, expr->reg), result);
    case EXPR_ADDR:
        *result = memory_address(scope->where, scope->thread, expr->object);
        return true;
    case EXPR_SELF: *result = scope->thread; return true;
    case EXPR_LOAD: return evaluate_load(scope, expr, result);
    case EXPR_ITE: return evaluate_ite(scope, expr, result);
    default: break;
    }
    uint64_t a = 0, b = 0;
    bool known_a = evaluate(scope, expr->a[0], &a);
    if (expr->arity == 1) {
        if (known_a) *result = expr_apply(expr->kind, expr->width, expr->a[0]->width, a, 0, 0);
        return known_a;
    }
    bool known_b = evaluate(scope, expr->a[1], &b);
    if (!known_a || !known_b) return evaluate_partly(expr, known_a, a, known_b, b, result);
    *result = expr_apply(expr->kind, expr->width, expr->a[0]->width, a, b, 0);
    return true;
}

/* Precision. */

static bool is_control(const value_t *value, variable_t variable, const configuration_t *where) {
    place_t place;
    switch (variable_kind(variable)) {
    case VARIABLE_REG:
        return control_has_reg(value->control, variable_function(variable),
                               variable_reg_number(variable));
    case VARIABLE_CELL:
        return memory_find(value->cpa.program, where, variable_address(variable), &place) &&
               control_has_object(value->control, place.object);
    default: return false;
    }
}

static bool tracks(const value_t *value, variable_t variable, const configuration_t *where) {
    uint64_t one;
    if (value->is_refining) return true;
    if (value->options.focus && variable_kind(variable) == VARIABLE_CELL &&
        !focus_has_address(value->options.focus, variable_address(variable)))
        return false;
    if (value->options.track_all) return true;
    if (map64_get(&value->everywhere, variable, &one)) return true;
    if (is_control(value, variable, where)) return true;
    if (!value->has_local_precision) return false;
    for (uint32_t t = 0; t < where->thread_count; t++) {
        const thread_t *thread = &where->threads[t];
        if (thread->status == THREAD_RUNNING &&
            map64_get(&value->at_node[thread->frames[thread->frame_count - 1].node->id], variable,
                      &one))
            return true;
    }
    return false;
}

bool value_track(cpa_t *cpa, const node_t *node, variable_t variable) {
    value_t *value = (value_t *)cpa;
    uint64_t one;
    if (value->options.track_all || map64_get(&value->everywhere, variable, &one)) return false;
    map64_t *map = node ? &value->at_node[node->id] : &value->everywhere;
    if (map64_get(map, variable, &one)) return false;
    map64_put(map, variable, 1);
    if (value->options.focus) focus_add_variable(value->options.focus, variable);
    if (node) value->has_local_precision = true;
    value->precision_size++;
    value_memo_clear(value->memo);
    return true;
}

void value_reset_precision(cpa_t *cpa, bool track_all) {
    value_t *value = (value_t *)cpa;
    value->options.track_all = track_all;
    value->has_local_precision = false;
    value->precision_size = 0;
    value_memo_clear(value->memo);
    map64_free(&value->everywhere);
    for (size_t i = 0; i < cpa->program->nodes.len; i++) map64_free(&value->at_node[i]);
}

void value_set_split_bools(cpa_t *cpa, bool split) {
    ((value_t *)cpa)->options.split_bools = split;
}

size_t value_precision_size(const cpa_t *cpa) {
    return ((const value_t *)cpa)->precision_size;
}

/* Building a successor: memory and registers of the moving thread are edited
 * in scratch vectors, then interned. */

static void load_scratch(binding_vec_t *scratch, const bindings_t *from) {
    VEC_CLEAR(*scratch);
    VEC_RESERVE(*scratch, from->count + 4);
    if (from->count) memcpy(scratch->data, from->at, from->count * sizeof *from->at);
    scratch->len = from->count;
}

typedef struct {
    value_t *value;
    const value_part_t *from;
    const step_t *step;
    scope_t scope;
    bool memory_changed, registers_changed;
} successor_t;

static void edit_memory(successor_t *s) {
    if (!s->memory_changed) load_scratch(&s->value->memory, s->from->memory);
    s->memory_changed = true;
}

static void edit_registers(successor_t *s) {
    if (!s->registers_changed)
        load_scratch(&s->value->registers,
                     value_part_thread(s->value->parts, s->from, s->step->thread));
    s->registers_changed = true;
}

static void set_variable(successor_t *s, variable_t variable, bool known, uint64_t result) {
    bool is_cell = variable_kind(variable) == VARIABLE_CELL;
    if (is_cell)
        edit_memory(s);
    else
        edit_registers(s);
    binding_vec_t *vec = is_cell ? &s->value->memory : &s->value->registers;
    if (known && tracks(s->value, variable, s->step->after))
        binding_vec_set(vec, variable, result);
    else
        binding_vec_remove(vec, variable);
}

static void set_target(successor_t *s, bool known, uint64_t result) {
    if (s->step->edge->target != NO_REG)
        set_variable(s, reg_variable(&s->scope, s->step->edge->target), known, result);
}

static void forget_range(successor_t *s, uint64_t address, uint64_t size) {
    if (!size) return;
    edit_memory(s);
    for (unsigned bytes = 1; bytes <= 8; bytes *= 2)
        binding_vec_remove_range(&s->value->memory, variable_cell(address, bytes),
                                 variable_cell(address + size - 1, bytes));
}

static bool forget_place(void *context, const place_t *place) {
    forget_range(context, place->base, place->size);
    return true;
}

typedef struct {
    successor_t *s;
    unsigned size;
} forgetting_t;

static bool forget_at(void *context, uint64_t address) {
    const forgetting_t *forgetting = context;
    binding_vec_remove(&forgetting->s->value->memory, variable_cell(address, forgetting->size));
    return true;
}

static void store_parts(successor_t *s, uint64_t address, unsigned size, bool known,
                        uint64_t result) {
    memory_parts_t parts;
    if (!memory_parts(s->value->cpa.program, s->step->before, address, size, &parts)) return;
    for (unsigned i = 0; i < parts.count; i++) {
        const memory_part_t *part = &parts.at[i];
        uint64_t mask = width_mask(8 * part->count) << (8 * part->from), old = 0;
        bool keeps =
            part->count == part->cell_size || bindings_get(s->from->memory, part->cell, &old);
        uint64_t bits = (result >> (8 * part->at)) << (8 * part->from);
        set_variable(s, part->cell, known && keeps, (old & ~mask) | (bits & mask));
    }
}

static void store(successor_t *s, const expr_t *address_expr, const type_t *type, bool known,
                  uint64_t result) {
    uint64_t address;
    variable_t cell;
    if (evaluate(&s->scope, address_expr, &address)) {
        if (find_cell(&s->scope, address, type->size, &cell))
            set_variable(s, cell, known, result);
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

static bool is_live(const node_t *node, reg_t reg) {
    return !node->live || (node->live[reg / 64] >> (reg % 64) & 1);
}

/* Keeps only live registers of the thread's top frame, and what the precision
 * of the new location allows. */
static void drop_dead(successor_t *s) {
    const configuration_t *after = s->step->after;
    uint32_t thread = s->step->thread;
    if (thread >= after->thread_count || after->threads[thread].status != THREAD_RUNNING) return;
    const thread_t *t = &after->threads[thread];
    const node_t *node = t->frames[t->frame_count - 1].node;
    unsigned depth = t->frame_count - 1;
    if (!node->live) return;
    const bindings_t *old = value_part_thread(s->value->parts, s->from, thread);
    if (!s->registers_changed && !old->count) return;
    edit_registers(s);
    binding_vec_t *vec = &s->value->registers;
    size_t kept = 0;
    for (size_t i = 0; i < vec->len; i++) {
        variable_t v = vec->data[i].variable;
        if (variable_kind(v) == VARIABLE_REG && variable_depth(v) == depth) {
            if (!is_live(node, variable_reg_number(v))) continue;
        }
        vec->data[kept++] = vec->data[i];
    }
    vec->len = kept;
}

/* With a precision that differs between locations, moving may lose variables
 * of every kind. */
static void drop_untracked(const value_t *value, binding_vec_t *vec, const configuration_t *after) {
    size_t kept = 0;
    for (size_t i = 0; i < vec->len; i++)
        if (tracks(value, vec->data[i].variable, after)) vec->data[kept++] = vec->data[i];
    vec->len = kept;
}

static part_t forget_in_others(value_t *value, const value_part_t *part, const step_t *step) {
    for (uint32_t i = 0; i < part->thread_count; i++) {
        if (i == step->thread) continue;
        load_scratch(&value->other, part->threads[i]);
        drop_untracked(value, &value->other, step->after);
        const bindings_t *kept =
            bindings_intern(value->bindings, value->other.data, value->other.len);
        part = value_part_change(value->parts, part, part->memory, i, kept);
    }
    return part;
}

static part_t finish(successor_t *s) {
    value_t *value = s->value;
    const step_t *step = s->step;
    drop_dead(s);
    bool local = value->has_local_precision && !value->is_refining;
    if (local) {
        edit_memory(s);
        edit_registers(s);
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

/* Replaces the bindings of another thread than the moving one. */
static part_t with_thread(value_t *value, part_t part, uint32_t thread,
                          const bindings_t *bindings) {
    const value_part_t *from = part;
    return value_part_change(value->parts, from, from->memory, thread, bindings);
}

/* What a condition that holds says about variables. */
static void learn(successor_t *s, const expr_t *cond, bool truth);

static void learn_equal(successor_t *s, const expr_t *e, uint64_t result) {
    uint64_t known;
    if (evaluate(&s->scope, e, &known)) return;
    switch (e->kind) {
    case EXPR_REG: set_variable(s, reg_variable(&s->scope, e->reg), true, result); return;
    case EXPR_LOAD: {
        uint64_t address;
        variable_t cell;
        if (evaluate(&s->scope, e->a[0], &address) &&
            find_cell(&s->scope, address, e->type->size, &cell))
            set_variable(s, cell, true, result);
        return;
    }
    case EXPR_ZEXT:
    case EXPR_SEXT: {
        const expr_t *inner = e->a[0];
        uint64_t small = result & width_mask(inner->width);
        if (inner->width == 1)
            learn(s, inner, small & 1);
        else if (expr_apply(e->kind, e->width, inner->width, small, 0, 0) == result)
            learn_equal(s, inner, small);
        return;
    }
    default: return;
    }
}

/* Equal numbers have equal bits, but for the two zeros. */
static bool has_one_pattern(const expr_t *equality, uint64_t bits) {
    return (bits & (ieee_sign_bit(equality->a[0]->width) - 1)) != 0;
}

static void learn(successor_t *s, const expr_t *cond, bool truth) {
    if (cond->width != 1) return;
    switch (cond->kind) {
    case EXPR_NOT: learn(s, cond->a[0], !truth); return;
    case EXPR_AND:
    case EXPR_OR:
        if ((cond->kind == EXPR_AND) == truth) {
            learn(s, cond->a[0], truth);
            learn(s, cond->a[1], truth);
        }
        return;
    case EXPR_EQ: {
        uint64_t known;
        if (!truth) return;
        if (evaluate(&s->scope, cond->a[1], &known)) learn_equal(s, cond->a[0], known);
        if (evaluate(&s->scope, cond->a[0], &known)) learn_equal(s, cond->a[1], known);
        return;
    }
    case EXPR_FEQ: {
        uint64_t known;
        if (!truth) return;
        if (evaluate(&s->scope, cond->a[1], &known) && has_one_pattern(cond, known))
            learn_equal(s, cond->a[0], known);
        if (evaluate(&s->scope, cond->a[0], &known) && has_one_pattern(cond, known))
            learn_equal(s, cond->a[1], known);
        return;
    }
    default: learn_equal(s, cond, truth);
    }
}

/* Edges. */

static void end_of_frame(successor_t *s, uint32_t depth) {
    const frame_t *frame = &s->step->before->threads[s->step->thread].frames[depth];
    uint32_t thread = s->step->thread;
    edit_registers(s);
    variable_t first =
        (uint64_t)VARIABLE_REG << 62 | (uint64_t)thread << 52 | (uint64_t)depth << 40;
    binding_vec_remove_range(&s->value->registers, first, first | ((UINT64_C(1) << 40) - 1));
    forget_range(s, frame->base, frame->node->function->frame_size);
}

static part_t do_return(successor_t *s) {
    const step_t *step = s->step;
    const thread_t *t = &step->before->threads[step->thread];
    const edge_t *call = t->frames[t->frame_count - 1].call;
    uint64_t result = 0;
    bool known = step->edge->value && evaluate(&s->scope, step->edge->value, &result);
    end_of_frame(s, t->frame_count - 1);
    if (call && call->target != NO_REG && step->edge->value) {
        const frame_t *caller = &t->frames[t->frame_count - 2];
        variable_t target =
            variable_reg(step->thread, t->frame_count - 2, caller->node->function, call->target);
        set_variable(s, target, known, result);
    }
    return finish(s);
}

static part_t do_thread_end(successor_t *s) {
    const step_t *step = s->step;
    const configuration_t *after = step->after;
    if (after->has_exited)
        return value_part_intern(s->value->parts, bindings_empty(s->value->bindings), NULL, 0);
    const thread_t *t = &step->before->threads[step->thread];
    uint64_t result = 0;
    bool known = step->edge->value && evaluate(&s->scope, step->edge->value, &result);
    for (uint32_t d = 0; d < t->frame_count; d++) end_of_frame(s, d);
    forget_range(s, layout_thread_block(step->thread), s->value->cpa.program->thread_block_size);
    bool remains =
        step->thread < after->thread_count && after->threads[step->thread].status == THREAD_ENDED;
    if (remains) set_variable(s, variable_exit(step->thread), known, result);
    return finish(s);
}

static part_t do_call(successor_t *s) {
    const step_t *step = s->step;
    const edge_t *edge = step->edge;
    unsigned depth = step->before->threads[step->thread].frame_count;
    if (step->after->unsupported) return finish(s);
    /* Registers of the caller that are dead behind the call go now: the caller
     * is not the top frame for a while. */
    edit_registers(s);
    binding_vec_t *vec = &s->value->registers;
    size_t kept = 0;
    for (size_t i = 0; i < vec->len; i++) {
        variable_t v = vec->data[i].variable;
        if (variable_kind(v) == VARIABLE_REG && variable_depth(v) == depth - 1) {
            reg_t reg = variable_reg_number(v);
            if (reg == edge->target || !is_live(edge->to, reg)) continue;
        }
        vec->data[kept++] = vec->data[i];
    }
    vec->len = kept;
    for (size_t i = 0; i < edge->arg_count && i < edge->callee->param_count; i++) {
        uint64_t result;
        bool known = evaluate(&s->scope, edge->args[i], &result);
        set_variable(s, variable_reg(step->thread, depth, edge->callee, (reg_t)i), known, result);
    }
    return finish(s);
}

/* _Thread_local objects of a thread that begins have their initial contents. */
static void enter_thread_objects(successor_t *s, unsigned thread) {
    const program_t *program = s->value->cpa.program;
    for (size_t i = 0; program->thread_block_size && i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (object->kind != OBJECT_THREAD || object->init_unknown) continue;
        for (uint64_t k = 0; k < type_cell_count(object->type); k++) {
            cell_t cell = type_cell(object->type, k);
            uint64_t address = layout_thread_block(thread) + object->address + cell.offset;
            set_variable(s, variable_cell(address, (unsigned)cell.type->size), true,
                         layout_initial_value(object, cell.offset, cell.type));
        }
    }
}

static part_t do_create(successor_t *s) {
    const step_t *step = s->step;
    const edge_t *edge = step->edge;
    value_t *value = s->value;
    if (step->after->unsupported) return finish(s);
    uint32_t created = (uint32_t)step->outcome;
    enter_thread_objects(s, created);
    if (edge->address) store(s, edge->address, edge->type, true, step->outcome);
    uint64_t argument;
    bool known =
        edge->value && edge->callee->param_count && evaluate(&s->scope, edge->value, &argument);
    part_t part = finish(s);
    variable_t parameter = variable_reg(created, 0, edge->callee, 0);
    binding_t binding = {parameter, known ? argument : 0};
    bool bind = known && is_live(edge->callee->entry, 0) && tracks(value, parameter, step->after);
    return with_thread(value, part, created,
                       bind ? bindings_intern(value->bindings, &binding, 1)
                            : bindings_empty(value->bindings));
}

static part_t do_join(successor_t *s) {
    const step_t *step = s->step;
    uint32_t joined = (uint32_t)step->operand;
    uint64_t result = 0;
    if (step->after->unsupported) return finish(s);
    bool known = lookup(s->value, s->from, variable_exit(joined), &result);
    set_target(s, known, result);
    part_t part = finish(s);
    return with_thread(s->value, part, joined, bindings_empty(s->value->bindings));
}

static part_t do_free(successor_t *s) {
    const configuration_t *before = s->step->before;
    for (uint32_t i = 0; i < before->heap_count; i++)
        if (before->heap[i].address == s->step->operand)
            forget_range(s, before->heap[i].address, before->heap[i].size);
    return finish(s);
}

static part_t do_havoc_object(successor_t *s) {
    const object_t *object = s->step->edge->object;
    forget_range(s, memory_address(s->step->before, s->step->thread, object), object->type->size);
    return finish(s);
}

static part_t do_assume(successor_t *s) {
    const expr_t *cond = s->step->edge->value;
    uint64_t truth;
    if (evaluate(&s->scope, cond, &truth)) return truth ? finish(s) : NULL;
    learn(s, cond, true);
    return finish(s);
}

/* The step says that the operand has this value. */
static bool check_operand(successor_t *s) {
    const step_t *step = s->step;
    const expr_t *operand = step->edge->address ? step->edge->address : step->edge->value;
    uint64_t known;
    if (!step->assumes) return true;
    if (evaluate(&s->scope, operand, &known)) return known == step->operand;
    learn_equal(s, operand, step->operand);
    return true;
}

static part_t successor(value_t *value, const value_part_t *part, const step_t *step,
                        bool *asks_others) {
    successor_t s = {
        .value = value,
        .from = part,
        .step = step,
        .scope = {value, part, step->before, step->thread, asks_others},
    };
    const edge_t *edge = step->edge;
    uint64_t result = 0;
    bool known;
    if (!check_operand(&s)) return NULL;
    switch (edge->kind) {
    case EDGE_ASSUME: return do_assume(&s);
    case EDGE_ATOMIC_BEGIN: return edge->value ? do_assume(&s) : finish(&s);
    case EDGE_ASSIGN:
        known = !step->is_simplified && evaluate(&s.scope, edge->value, &result);
        set_target(&s, known, result);
        return finish(&s);
    case EDGE_STORE:
        known = !step->is_simplified && evaluate(&s.scope, edge->value, &result);
        store(&s, edge->address, edge->type, known, result);
        return finish(&s);
    case EDGE_HAVOC: set_target(&s, false, 0); return finish(&s);
    case EDGE_HAVOC_OBJECT: return do_havoc_object(&s);
    case EDGE_CALL: return do_call(&s);
    case EDGE_RETURN:
        if (step->before->threads[step->thread].frame_count > 1) return do_return(&s);
        return do_thread_end(&s);
    case EDGE_THREAD_EXIT:
    case EDGE_EXIT: return do_thread_end(&s);
    case EDGE_THREAD_CREATE: return do_create(&s);
    case EDGE_THREAD_JOIN: return do_join(&s);
    case EDGE_TRYLOCK:
    case EDGE_HEAP_SIZE:
    case EDGE_ALLOC: set_target(&s, !step->after->unsupported, step->outcome); return finish(&s);
    case EDGE_FREE: return do_free(&s);
    default: return finish(&s);
    }
}

static bool has_loads(const expr_t *expr) {
    return expr && expr->loads;
}

/* Does what the step does follow from the call stack and the registers of the
 * thread and from memory? false also where it is not worth the while. */
static bool memo_key(const value_t *value, const value_part_t *part, const step_t *step,
                     memo_key_t *key) {
    const edge_t *edge = step->edge;
    const thread_t *thread = &step->before->threads[step->thread];
    if (value->has_local_precision || step->assumes || step->is_simplified) return false;
    bool has_memory = false;
    switch (edge->kind) {
    case EDGE_NOP:
    case EDGE_HAVOC:
    case EDGE_ATOMIC_END:
    case EDGE_LOCK:
    case EDGE_UNLOCK: break;
    case EDGE_ATOMIC_BEGIN:
    case EDGE_ASSUME:
    case EDGE_ASSIGN: has_memory = has_loads(edge->value); break;
    case EDGE_CALL:
        for (size_t i = 0; i < edge->arg_count; i++) has_memory |= has_loads(edge->args[i]);
        break;
    case EDGE_RETURN:
        if (thread->frame_count == 1) return false;
        has_memory = true;
        break;
    case EDGE_STORE: has_memory = true; break;
    default: return false;
    }
    *key = (memo_key_t){
        .edge = edge,
        .frames = thread->frames,
        .registers = value_part_thread(value->parts, part, step->thread),
        .memory = has_memory ? part->memory : NULL,
        .thread = step->thread,
    };
    return true;
}

static part_t remembered_successor(value_t *value, const value_part_t *part, const step_t *step) {
    memo_key_t key;
    if (value->options.focus && value->options.focus->version != value->focus_version) {
        value_memo_clear(value->memo);
        value->focus_version = value->options.focus->version;
    }
    if (!memo_key(value, part, step, &key)) return successor(value, part, step, NULL);
    const memo_result_t *known = value_memo_get(value->memo, &key);
    if (known) {
        if (!known->is_feasible) return NULL;
        return value_part_change(value->parts, part, known->memory ? known->memory : part->memory,
                                 step->thread, known->registers);
    }
    bool asks_others = false;
    const value_part_t *next = successor(value, part, step, &asks_others);
    if (asks_others) return next;
    memo_result_t result = {.is_feasible = next != NULL};
    if (next) {
        result.registers = value_part_thread(value->parts, next, step->thread);
        if (next->memory != part->memory) result.memory = next->memory;
    }
    value_memo_put(value->memo, &key, result);
    return next;
}

static void value_transfer(cpa_t *cpa, part_t part, const step_t *step, parts_t *out) {
    value_t *value = (value_t *)cpa;
    const edge_t *edge = step->edge;
    if (edge->kind == EDGE_HAVOC && value->options.split_bools && edge->type &&
        edge->type->kind == TYPE_BOOL) {
        for (uint64_t bit = 0; bit <= 1; bit++) {
            successor_t s = {.value = value,
                             .from = part,
                             .step = step,
                             .scope = {value, part, step->before, step->thread, NULL}};
            set_target(&s, true, bit);
            VEC_PUSH(*out, finish(&s));
        }
        return;
    }
    part_t next = remembered_successor(value, part, step);
    if (next) VEC_PUSH(*out, next);
}

typedef struct {
    value_t *value;
    const object_t *object;
    uint64_t base;
} initial_t;

static bool bind_cell(void *context, uint64_t address, const type_t *type) {
    const initial_t *initial = context;
    value_t *value = initial->value;
    variable_t variable = variable_cell(address, (unsigned)type->size);
    if (tracks(value, variable, value->start))
        binding_vec_set(&value->memory, variable,
                        layout_initial_value(initial->object, address - initial->base, type));
    return true;
}

static void bind_initial(value_t *value, const object_t *object, uint64_t base) {
    initial_t initial = {value, object, base};
    memory_object_cells(object, base, object->type->size, bind_cell, &initial);
}

static part_t value_initial(cpa_t *cpa, const configuration_t *start) {
    value_t *value = (value_t *)cpa;
    value->start = start;
    VEC_CLEAR(value->memory);
    for (size_t i = 0; i < cpa->program->objects.len; i++) {
        const object_t *object = cpa->program->objects.data[i];
        if (object->is_constant || object->init_unknown) continue;
        if (object->kind == OBJECT_GLOBAL) bind_initial(value, object, object->address);
        if (object->kind == OBJECT_THREAD)
            bind_initial(value, object, layout_thread_block(0) + object->address);
    }
    return value_part_intern(
        value->parts, bindings_intern(value->bindings, value->memory.data, value->memory.len), NULL,
        0);
}

part_t value_initial_full(cpa_t *cpa) {
    value_t *value = (value_t *)cpa;
    value->is_refining = true;
    part_t part = value_initial(cpa, NULL);
    value->is_refining = false;
    return part;
}

part_t value_post_full(cpa_t *cpa, part_t part, const step_t *step) {
    value_t *value = (value_t *)cpa;
    value->is_refining = true;
    part_t next = successor(value, part, step, NULL);
    value->is_refining = false;
    return next;
}

part_t value_of_bindings(cpa_t *cpa, const binding_t *bindings, size_t count) {
    value_t *value = (value_t *)cpa;
    size_t registers = 0;
    while (registers < count && variable_kind(bindings[registers].variable) == VARIABLE_REG)
        registers++;
    const value_part_t *part = value_part_intern(
        value->parts, bindings_intern(value->bindings, bindings + registers, count - registers),
        NULL, 0);
    for (size_t at = 0, from = 0; at < registers; from = at) {
        uint32_t thread = variable_thread(bindings[at].variable);
        while (at < registers && variable_thread(bindings[at].variable) == thread) at++;
        part = value_part_change(value->parts, part, part->memory, thread,
                                 bindings_intern(value->bindings, bindings + from, at - from));
    }
    return part;
}

static const bindings_t *rename_bindings(value_t *value, const bindings_t *map, uint32_t thread) {
    uint64_t key = (uint64_t)map->id << 10 | thread, known;
    if (!map->count) return map;
    if (map64_get(&value->renamed, key, &known)) return (const bindings_t *)(uintptr_t)known;
    load_scratch(&value->other, map);
    for (size_t i = 0; i < value->other.len; i++)
        value->other.data[i].variable = variable_of_thread(value->other.data[i].variable, thread);
    const bindings_t *renamed =
        bindings_intern(value->bindings, value->other.data, value->other.len);
    map64_put(&value->renamed, key, map64_pointer(renamed));
    return renamed;
}

part_t value_rename_threads(cpa_t *cpa, part_t part, const uint32_t *numbers, uint32_t count) {
    value_t *value = (value_t *)cpa;
    const value_part_t *from = part;
    const value_part_t *to = value_part_intern(value->parts, from->memory, NULL, 0);
    for (uint32_t t = 0; t < from->thread_count && t < count; t++)
        to = value_part_change(value->parts, to, from->memory, numbers[t],
                               rename_bindings(value, from->threads[t], numbers[t]));
    return to;
}

bool value_binds(cpa_t *cpa, part_t part, variable_t variable) {
    uint64_t ignored;
    return lookup((const value_t *)cpa, part, variable, &ignored);
}

bool value_lookup(cpa_t *cpa, part_t part, variable_t variable, uint64_t *result) {
    return lookup((const value_t *)cpa, part, variable, result);
}

part_t value_bind(cpa_t *cpa, part_t part, variable_t variable, uint64_t result) {
    value_t *value = (value_t *)cpa;
    const value_part_t *from = part;
    bool is_cell = variable_kind(variable) == VARIABLE_CELL;
    uint32_t thread = is_cell ? 0 : variable_thread(variable);
    const bindings_t *registers = value_part_thread(value->parts, from, thread);
    load_scratch(&value->other, is_cell ? from->memory : registers);
    binding_vec_set(&value->other, variable, result);
    const bindings_t *bound = bindings_intern(value->bindings, value->other.data, value->other.len);
    return value_part_change(value->parts, from, is_cell ? bound : from->memory, thread,
                             is_cell ? registers : bound);
}

bool value_evaluate(cpa_t *cpa, part_t part, const configuration_t *where, uint32_t thread,
                    const expr_t *expr, uint64_t *result) {
    scope_t scope = {(const value_t *)cpa, part, where, thread, NULL};
    return evaluate(&scope, expr, result);
}

static bool value_covers(cpa_t *cpa, const configuration_t *where, part_t cover, part_t part) {
    (void)where;
    return value_part_covers(((const value_t *)cpa)->parts, cover, part);
}

static uint64_t value_cover_key(cpa_t *cpa, const configuration_t *where, part_t part) {
    value_part_file(((value_t *)cpa)->parts, where, part);
    return map64_pointer(part);
}

static void value_cover_keys(cpa_t *cpa, const configuration_t *where, part_t part, parts_t *keys) {
    value_part_find(((value_t *)cpa)->parts, where, part, keys);
}

static bool value_query(cpa_t *cpa, part_t part, const configuration_t *where, uint32_t thread,
                        const expr_t *expr, uint64_t *result) {
    return value_evaluate(cpa, part, where, thread, expr, result);
}

static void describe_bindings(const bindings_t *map, bool exits, description_t *out) {
    for (uint32_t i = 0; i < map->count; i++)
        if ((variable_kind(map->at[i].variable) == VARIABLE_EXIT) == exits)
            VEC_PUSH(out->bindings, map->at[i]);
}

/* In the order of the names of variables: registers by thread, memory, exits. */
static void value_describe(cpa_t *cpa, part_t described, const configuration_t *where,
                           description_t *out) {
    const value_part_t *part = described;
    (void)cpa;
    (void)where;
    for (uint32_t i = 0; i < part->thread_count; i++)
        describe_bindings(part->threads[i], false, out);
    describe_bindings(part->memory, false, out);
    for (uint32_t i = 0; i < part->thread_count; i++)
        describe_bindings(part->threads[i], true, out);
}

static void print_bindings(const value_t *value, const bindings_t *map, strbuf_t *out) {
    for (uint32_t i = 0; i < map->count; i++) {
        variable_print(out, value->cpa.program, map->at[i].variable);
        unsigned width = variable_width(value->cpa.program, map->at[i].variable);
        strbuf_printf(out, "=%lld ", (long long)sign_extend(map->at[i].value, width));
    }
}

static void value_print(cpa_t *cpa, part_t printed, strbuf_t *out) {
    const value_part_t *part = printed;
    print_bindings((const value_t *)cpa, part->memory, out);
    for (uint32_t i = 0; i < part->thread_count; i++)
        print_bindings((const value_t *)cpa, part->threads[i], out);
}

static void value_destroy(cpa_t *cpa) {
    value_t *value = (value_t *)cpa;
    bindings_table_delete(value->bindings);
    value_parts_delete(value->parts);
    value_memo_delete(value->memo);
    map64_free(&value->renamed);
    map64_free(&value->everywhere);
    for (size_t i = 0; i < cpa->program->nodes.len; i++) map64_free(&value->at_node[i]);
    mem_free(value->at_node);
    control_delete(value->control);
    VEC_FREE(value->memory);
    VEC_FREE(value->registers);
    VEC_FREE(value->other);
    arena_delete(value->arena);
    mem_free(value);
}

static const cpa_class_t value_class = {
    .name = "value",
    .destroy = value_destroy,
    .initial = value_initial,
    .transfer = value_transfer,
    .covers = value_covers,
    .cover_key = value_cover_key,
    .cover_keys = value_cover_keys,
    .evaluate = value_query,
    .describe = value_describe,
    .print = value_print,
};

cpa_t *value_new(const program_t *program, value_options_t options) {
    value_t *value = mem_zalloc(sizeof *value);
    value->cpa = (cpa_t){&value_class, program};
    value->options = options;
    value->arena = arena_new();
    value->control = control_new(program);
    value->bindings = bindings_table_new();
    value->parts = value_parts_new(value->bindings);
    value->memo = value_memo_new();
    value->at_node = mem_zalloc(program->nodes.len * sizeof *value->at_node);
    return &value->cpa;
}
