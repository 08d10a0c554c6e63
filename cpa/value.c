#include "cpa/value.h"

#include "cfa/layout.h"
#include "cpa/bindings.h"
#include "cpa/control.h"
#include "cpa/memory.h"

#include <string.h>

/* Memory and each thread's registers apart: a step changes one or two of
 * them, the rest is shared with the predecessor. */
typedef struct value_part {
    uint32_t id;
    uint32_t thread_count;
    const bindings_t *memory;
    const bindings_t *threads[]; /* registers; the exit value of an ended thread */
} value_part_t;

/* Shapes of the parts filed in one configuration; few. */
typedef struct filed_shape {
    uint32_t thread_count;
    const shape_t *memory;
    const shape_t **threads;
    struct filed_shape *next;
} filed_shape_t;

typedef struct value {
    cpa_t cpa;
    value_options_t options;
    arena_t *arena;
    control_t *control; /* variables tracked in any case */
    bindings_table_t *bindings;
    intern_t parts;
    uint32_t part_count;
    map64_t everywhere;   /* variable -> 1 */
    map64_t *at_node;     /* per node: variable -> 1 */
    size_t precision_size;
    bool has_local_precision;
    map64_t filed;        /* configuration -> filed_shape_t list */
    /* The state being built. */
    binding_vec_t memory, registers, other;
    VEC(const bindings_t *) threads;
    const configuration_t *start;
    bool is_refining; /* everything is tracked for now */
} value_t;

static bool same_part(const void *in_table, const void *key) {
    const value_part_t *a = in_table, *b = key;
    return a->memory == b->memory && a->thread_count == b->thread_count &&
           !memcmp(a->threads, b->threads, a->thread_count * sizeof a->threads[0]);
}

static uint64_t hash_part(const value_part_t *part) {
    uint64_t hash = part->memory->id;
    for (uint32_t i = 0; i < part->thread_count; i++) hash = hash_mix(hash, part->threads[i]->id);
    return hash;
}

static size_t part_size(uint32_t thread_count) {
    return sizeof(value_part_t) + thread_count * sizeof(const bindings_t *);
}

static part_t intern_part(value_t *value, const bindings_t *memory,
                          const bindings_t *const *threads, uint32_t count) {
    /* Numbers that bind nothing at the end do not distinguish states. */
    while (count && !threads[count - 1]->count) count--;
    _Alignas(value_part_t) char small[sizeof(value_part_t) + 64 * sizeof(void *)];
    value_part_t *key = count <= 64 ? (value_part_t *)small : mem_alloc(part_size(count));
    key->memory = memory;
    key->thread_count = count;
    if (count) memcpy(key->threads, threads, count * sizeof *threads);
    uint64_t hash = hash_part(key);
    value_part_t *part = intern_find(&value->parts, hash, key);
    if (!part) {
        part = arena_alloc(value->arena, part_size(count));
        memcpy(part, key, part_size(count));
        part->id = value->part_count++;
        intern_add(&value->parts, hash, part);
    }
    if (count > 64) mem_free(key);
    return part;
}

/* Looking up. */

static const bindings_t *thread_bindings(const value_t *value, const value_part_t *part,
                                         uint32_t thread) {
    return thread < part->thread_count ? part->threads[thread] : bindings_empty(value->bindings);
}

static bool lookup(const value_t *value, const value_part_t *part, variable_t variable,
                   uint64_t *result) {
    if (variable_kind(variable) == VARIABLE_CELL)
        return bindings_get(part->memory, variable, result);
    return bindings_get(thread_bindings(value, part, variable_thread(variable)), variable, result);
}

typedef struct {
    const value_t *value;
    const value_part_t *part;
    const configuration_t *where;
    uint32_t thread;
} scope_t;

static variable_t reg_variable(const scope_t *scope, reg_t reg) {
    const thread_t *t = &scope->where->threads[scope->thread];
    const frame_t *top = &t->frames[t->frame_count - 1];
    return variable_reg(scope->thread, t->frame_count - 1, top->node->function, reg);
}

static bool evaluate(const scope_t *scope, const expr_t *expr, uint64_t *result);

static bool evaluate_load(const scope_t *scope, const expr_t *expr, uint64_t *result) {
    const program_t *program = scope->value->cpa.program;
    uint64_t address;
    variable_t cell;
    if (!evaluate(scope, expr->a[0], &address)) return false;
    if (memory_constant(program, address, expr->type, result)) return true;
    if (!memory_cell(program, scope->where, address, expr->type->size, &cell)) return false;
    return bindings_get(scope->part->memory, cell, result);
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
    if (value->options.track_all || value->is_refining) return true;
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
    if (node) value->has_local_precision = true;
    value->precision_size++;
    return true;
}

void value_reset_precision(cpa_t *cpa, bool track_all) {
    value_t *value = (value_t *)cpa;
    value->options.track_all = track_all;
    value->has_local_precision = false;
    value->precision_size = 0;
    map64_free(&value->everywhere);
    for (size_t i = 0; i < cpa->program->nodes.len; i++) map64_free(&value->at_node[i]);
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
        load_scratch(&s->value->registers, thread_bindings(s->value, s->from, s->step->thread));
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

static bool forget_cell(void *context, uint64_t address, const type_t *type) {
    successor_t *s = context;
    binding_vec_remove(&s->value->memory, variable_cell(address, (unsigned)type->size));
    return true;
}

static void forget_range(successor_t *s, uint64_t address, uint64_t size) {
    if (!size) return;
    edit_memory(s);
    for (unsigned bytes = 1; bytes <= 8; bytes *= 2)
        binding_vec_remove_range(&s->value->memory, variable_cell(address, bytes),
                                 variable_cell(address + size - 1, bytes));
}

static void store(successor_t *s, const expr_t *address_expr, const type_t *type, bool known,
                  uint64_t result) {
    uint64_t address;
    variable_t cell;
    if (evaluate(&s->scope, address_expr, &address)) {
        if (memory_cell(s->value->cpa.program, s->step->before, address, type->size, &cell))
            set_variable(s, cell, known, result);
        return;
    }
    edit_memory(s);
    if (s->step->edge->access.anything) {
        VEC_CLEAR(s->value->memory);
        return;
    }
    memory_candidates(s->value->cpa.program, s->step->before, s->step->edge, (unsigned)type->size,
                      forget_cell, s);
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
    const bindings_t *old = thread_bindings(s->value, s->from, thread);
    if (!s->registers_changed && !old->count) return;
    edit_registers(s);
    binding_vec_t *vec = &s->value->registers;
    size_t kept = 0;
    for (size_t i = 0; i < vec->len; i++) {
        variable_t v = vec->data[i].variable;
        if (variable_kind(v) == VARIABLE_REG && variable_depth(v) == depth) {
            reg_t reg = variable_reg_number(v);
            if (!(node->live[reg / 64] >> (reg % 64) & 1)) continue;
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
    uint32_t count = s->from->thread_count;
    if (count <= step->thread && s->registers_changed) count = step->thread + 1;
    VEC_CLEAR(value->threads);
    for (uint32_t i = 0; i < count; i++)
        VEC_PUSH(value->threads, thread_bindings(value, s->from, i));
    for (uint32_t i = 0; local && i < count; i++) {
        if (i == step->thread) continue;
        load_scratch(&value->other, value->threads.data[i]);
        drop_untracked(value, &value->other, step->after);
        value->threads.data[i] =
            bindings_intern(value->bindings, value->other.data, value->other.len);
    }
    if (s->registers_changed)
        value->threads.data[step->thread] =
            bindings_intern(value->bindings, value->registers.data, value->registers.len);
    const bindings_t *memory =
        s->memory_changed ? bindings_intern(value->bindings, value->memory.data, value->memory.len)
                          : s->from->memory;
    return intern_part(value, memory, value->threads.data, count);
}

/* Replaces the bindings of another thread than the moving one. */
static part_t with_thread(value_t *value, part_t part, uint32_t thread,
                          const bindings_t *bindings) {
    const value_part_t *from = part;
    uint32_t count = from->thread_count > thread ? from->thread_count : thread + 1;
    VEC_CLEAR(value->threads);
    for (uint32_t i = 0; i < count; i++)
        VEC_PUSH(value->threads, i == thread ? bindings : thread_bindings(value, from, i));
    return intern_part(value, from->memory, value->threads.data, count);
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
            memory_cell(s->value->cpa.program, s->step->before, address, e->type->size, &cell))
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
        return intern_part(s->value, bindings_empty(s->value->bindings), NULL, 0);
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
        if (variable_kind(v) == VARIABLE_REG && variable_depth(v) == depth - 1 && edge->to->live) {
            reg_t reg = variable_reg_number(v);
            if (reg == edge->target || !(edge->to->live[reg / 64] >> (reg % 64) & 1)) continue;
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

static part_t do_create(successor_t *s) {
    const step_t *step = s->step;
    const edge_t *edge = step->edge;
    value_t *value = s->value;
    if (step->after->unsupported) return finish(s);
    uint32_t created = (uint32_t)step->outcome;
    if (edge->address) store(s, edge->address, edge->type, true, step->outcome);
    uint64_t argument;
    bool known =
        edge->value && edge->callee->param_count && evaluate(&s->scope, edge->value, &argument);
    part_t part = finish(s);
    variable_t parameter = variable_reg(created, 0, edge->callee, 0);
    binding_t binding = {parameter, known ? argument : 0};
    bool bind = known && tracks(value, parameter, step->after);
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

static part_t successor(value_t *value, const value_part_t *part, const step_t *step) {
    successor_t s = {
        .value = value,
        .from = part,
        .step = step,
        .scope = {value, part, step->before, step->thread},
    };
    const edge_t *edge = step->edge;
    uint64_t result = 0;
    bool known;
    if (!check_operand(&s)) return NULL;
    switch (edge->kind) {
    case EDGE_ASSUME: return do_assume(&s);
    case EDGE_ASSIGN:
        known = evaluate(&s.scope, edge->value, &result);
        set_target(&s, known, result);
        return finish(&s);
    case EDGE_STORE:
        known = evaluate(&s.scope, edge->value, &result);
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
    case EDGE_ALLOC: set_target(&s, !step->after->unsupported, step->outcome); return finish(&s);
    case EDGE_FREE: return do_free(&s);
    default: return finish(&s);
    }
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
                             .scope = {value, part, step->before, step->thread}};
            set_target(&s, true, bit);
            VEC_PUSH(*out, finish(&s));
        }
        return;
    }
    part_t next = successor(value, part, step);
    if (next) VEC_PUSH(*out, next);
}

static bool bind_initial(void *context, uint64_t address, const type_t *type) {
    value_t *value = context;
    variable_t cell = variable_cell(address, (unsigned)type->size);
    const object_t *object = layout_static_at(value->cpa.program, address);
    if (tracks(value, cell, value->start))
        binding_vec_set(&value->memory, cell,
                        layout_initial_value(object, address - object->address, type));
    return true;
}

static part_t value_initial(cpa_t *cpa, const configuration_t *start) {
    value_t *value = (value_t *)cpa;
    value->start = start;
    VEC_CLEAR(value->memory);
    for (size_t i = 0; i < cpa->program->objects.len; i++) {
        const object_t *object = cpa->program->objects.data[i];
        if (object->kind != OBJECT_GLOBAL || object->is_constant || object->init_unknown) continue;
        memory_object_cells(object, object->address, object->type->size, bind_initial, value);
    }
    return intern_part(
        value, bindings_intern(value->bindings, value->memory.data, value->memory.len), NULL, 0);
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
    part_t next = successor(value, part, step);
    value->is_refining = false;
    return next;
}

part_t value_of_bindings(cpa_t *cpa, const binding_t *bindings, size_t count) {
    value_t *value = (value_t *)cpa;
    size_t at = 0;
    VEC_CLEAR(value->threads);
    while (at < count && variable_kind(bindings[at].variable) == VARIABLE_REG) {
        uint32_t thread = variable_thread(bindings[at].variable);
        size_t from = at;
        while (at < count && variable_kind(bindings[at].variable) == VARIABLE_REG &&
               variable_thread(bindings[at].variable) == thread)
            at++;
        while (value->threads.len < thread)
            VEC_PUSH(value->threads, bindings_empty(value->bindings));
        VEC_PUSH(value->threads, bindings_intern(value->bindings, bindings + from, at - from));
    }
    return intern_part(value, bindings_intern(value->bindings, bindings + at, count - at),
                       value->threads.data, (uint32_t)value->threads.len);
}

bool value_binds(cpa_t *cpa, part_t part, variable_t variable) {
    uint64_t ignored;
    return lookup((const value_t *)cpa, part, variable, &ignored);
}

bool value_evaluate(cpa_t *cpa, part_t part, const configuration_t *where, uint32_t thread,
                    const expr_t *expr, uint64_t *result) {
    scope_t scope = {(const value_t *)cpa, part, where, thread};
    return evaluate(&scope, expr, result);
}

/* Coverage: a part covers another if it binds a subset to the same values. All
 * parts filed in a configuration have one of a few shapes; projecting to each
 * shape finds every candidate by hashing. */

static bool value_covers(cpa_t *cpa, const configuration_t *where, part_t cover, part_t part) {
    const value_t *value = (const value_t *)cpa;
    const value_part_t *a = part, *b = cover;
    (void)where;
    if (a == b) return true;
    if (!bindings_include(a->memory, b->memory)) return false;
    for (uint32_t i = 0; i < b->thread_count; i++)
        if (!bindings_include(thread_bindings(value, a, i), b->threads[i])) return false;
    return true;
}

static bool has_shape(const filed_shape_t *shape, const value_part_t *part) {
    if (shape->memory != part->memory->shape || shape->thread_count != part->thread_count)
        return false;
    for (uint32_t i = 0; i < part->thread_count; i++)
        if (shape->threads[i] != part->threads[i]->shape) return false;
    return true;
}

static uint64_t value_cover_key(cpa_t *cpa, const configuration_t *where, part_t filed) {
    value_t *value = (value_t *)cpa;
    const value_part_t *part = filed;
    uint64_t first = 0;
    map64_get(&value->filed, where->id, &first);
    for (filed_shape_t *s = (filed_shape_t *)(uintptr_t)first; s; s = s->next)
        if (has_shape(s, part)) return map64_pointer(part);
    filed_shape_t *shape = ARENA_NEW(value->arena, filed_shape_t);
    shape->memory = part->memory->shape;
    shape->thread_count = part->thread_count;
    shape->threads = ARENA_ARRAY(value->arena, const shape_t *, part->thread_count);
    for (uint32_t i = 0; i < part->thread_count; i++) shape->threads[i] = part->threads[i]->shape;
    shape->next = (filed_shape_t *)(uintptr_t)first;
    map64_put(&value->filed, where->id, map64_pointer(shape));
    return map64_pointer(part);
}

static void value_cover_keys(cpa_t *cpa, const configuration_t *where, part_t covered,
                             parts_t *keys) {
    value_t *value = (value_t *)cpa;
    const value_part_t *part = covered;
    uint64_t first = 0;
    map64_get(&value->filed, where->id, &first);
    for (filed_shape_t *s = (filed_shape_t *)(uintptr_t)first; s; s = s->next) {
        if (has_shape(s, part)) {
            VEC_PUSH(*keys, part);
            continue;
        }
        const bindings_t *memory = bindings_project(value->bindings, part->memory, s->memory);
        VEC_CLEAR(value->threads);
        for (uint32_t i = 0; memory && i < s->thread_count; i++) {
            const bindings_t *projected =
                bindings_project(value->bindings, thread_bindings(value, part, i), s->threads[i]);
            if (!projected) memory = NULL;
            VEC_PUSH(value->threads, projected);
        }
        if (memory)
            VEC_PUSH(*keys, intern_part(value, memory, value->threads.data, s->thread_count));
    }
}

static bool value_query(cpa_t *cpa, part_t part, const configuration_t *where, uint32_t thread,
                        const expr_t *expr, uint64_t *result) {
    return value_evaluate(cpa, part, where, thread, expr, result);
}

static void describe_bindings(const bindings_t *map, description_t *out) {
    for (uint32_t i = 0; i < map->count; i++) VEC_PUSH(out->bindings, map->at[i]);
}

static void value_describe(cpa_t *cpa, part_t described, const configuration_t *where,
                           description_t *out) {
    const value_part_t *part = described;
    (void)cpa;
    (void)where;
    for (uint32_t i = 0; i < part->thread_count; i++) describe_bindings(part->threads[i], out);
    describe_bindings(part->memory, out);
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
    intern_free(&value->parts);
    map64_free(&value->everywhere);
    for (size_t i = 0; i < cpa->program->nodes.len; i++) map64_free(&value->at_node[i]);
    mem_free(value->at_node);
    map64_free(&value->filed);
    control_delete(value->control);
    VEC_FREE(value->memory);
    VEC_FREE(value->registers);
    VEC_FREE(value->other);
    VEC_FREE(value->threads);
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
    intern_init(&value->parts, same_part);
    value->at_node = mem_zalloc(program->nodes.len * sizeof *value->at_node);
    return &value->cpa;
}
