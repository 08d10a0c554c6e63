#include "witness/facts/intervals.h"

#include "cfa/layout.h"
#include "cfa/live.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_CELLS = 256,        /* of an object whose cells are told apart */
    MAX_STORE = 4 << 20,    /* intervals of registers of all nodes */
    MAX_STEPS = 2 << 20,    /* edges that are looked at */
    WIDEN_AFTER = 3,        /* changes of an interval */
    GIVE_UP_AFTER = 24,
    MAX_THRESHOLDS = 256,
};

/* Bytes of an object that is not told apart into cells hold two kinds of numbers. */
typedef struct fact_object {
    uint32_t first_cell, cell_count; /* cell_count 0: nothing is known of its contents */
    bool has_internal_integer, has_internal_pointer;
} fact_object_t;

struct intervals {
    const program_t *program;
    fact_interval_t *cells;
    uint8_t *cell_changes;
    size_t cell_total;
    fact_object_t *objects; /* by id */
    fact_interval_t *regs;        /* per node those of its function */
    size_t *first_reg;       /* by node id */
    bool *is_reached;        /* by node id */
    uint8_t *visits;
    fact_interval_t *results; /* by function id */
    bool *returns;
    size_t *first_flag; /* by function id */
    bool *is_internal;  /* per function and register */
    int64_t *thresholds;
    size_t threshold_count;
    bool depends_on_internal, is_anything_internal;
    /* The fixpoint: */
    VEC(const node_t *) queue;
    bool *is_queued;
    bool has_changed; /* memory or a result */
    size_t steps;
    const edge_t *edge; /* being looked at */
    fact_interval_t *now;    /* registers of its frame */
};

static void enqueue(intervals_t *all, const node_t *node) {
    if (all->is_queued[node->id]) return;
    all->is_queued[node->id] = true;
    VEC_PUSH(all->queue, node);
}

static fact_interval_t internal(fact_interval_t value) {
    value.is_internal = true;
    return value;
}

/* --- Memory --- */

/* A cell at a known place: its number + 1; 0: none. */
static size_t cell_number(const intervals_t *all, const object_t *object, uint64_t offset,
                          uint64_t size) {
    const fact_object_t *facts = &all->objects[object->id];
    uint64_t index;
    if (!facts->cell_count || !type_cell_at(object->type, offset, size, &index)) return 0;
    return facts->first_cell + index + 1;
}

static bool constant_place(const expr_t *address, const object_t **object, uint64_t *offset) {
    *offset = 0;
    if (address->kind == EXPR_ADD && address->a[1]->kind == EXPR_CONST) {
        *offset = address->a[1]->value;
        address = address->a[0];
    } else if (address->kind == EXPR_ADD && address->a[0]->kind == EXPR_CONST) {
        *offset = address->a[0]->value;
        address = address->a[1];
    }
    if (address->kind != EXPR_ADDR) return false;
    *object = address->object;
    return *object && *offset < (*object)->type->size;
}

static bool object_is_internal(const intervals_t *all, const object_t *object, const type_t *type,
                               bool mixed) {
    const fact_object_t *facts = &all->objects[object->id];
    bool is_pointer = type->kind == TYPE_POINTER;
    return all->is_anything_internal || (facts->has_internal_integer && (mixed || !is_pointer)) ||
           (facts->has_internal_pointer && (mixed || is_pointer));
}

static fact_interval_t load_object(const intervals_t *all, const object_t *object,
                                   const type_t *type, const access_t *access) {
    const fact_object_t *facts = &all->objects[object->id];
    fact_interval_t value = interval_empty();
    for (uint32_t i = 0; i < facts->cell_count; i++) {
        if (type_cell(object->type, i).type->size != type->size) continue;
        value = interval_join(&value, &all->cells[facts->first_cell + i]);
    }
    if (value.is_empty || !facts->cell_count || access->mixed) {
        value = interval_all(type->bits);
        value.is_internal = object_is_internal(all, object, type, access->mixed);
    }
    return value;
}

static fact_interval_t load(const intervals_t *all, const expr_t *expr) {
    const type_t *type = expr->type;
    const access_t *access = &all->edge->access;
    const object_t *object;
    uint64_t offset;
    fact_interval_t value = interval_empty();
    if (constant_place(expr->a[0], &object, &offset)) {
        size_t number = cell_number(all, object, offset, type->size);
        value = number ? all->cells[number - 1] : load_object(all, object, type, access);
    } else if (access->anything || !access->count) {
        value = internal(interval_all(type->bits));
    } else {
        for (size_t i = 0; i < access->count; i++) {
            fact_interval_t one = load_object(all, access->objects[i], type, access);
            value = interval_join(&value, &one);
        }
    }
    if (type->kind == TYPE_POINTER) value.is_internal = true;
    if (type->kind == TYPE_FLOAT) value = interval_all(type->bits);
    return value;
}

static void change_cell(intervals_t *all, size_t index, unsigned width,
                        const fact_interval_t *value) {
    fact_interval_t *cell = &all->cells[index];
    fact_interval_t joined = interval_join(cell, value);
    if (interval_equal(&joined, cell)) return;
    uint8_t *changes = &all->cell_changes[index];
    if (*changes >= WIDEN_AFTER)
        joined = interval_widen(width, cell, value, all->thresholds, all->threshold_count);
    if (*changes >= GIVE_UP_AFTER) {
        bool is_internal = joined.is_internal;
        joined = interval_all(width);
        joined.is_internal = is_internal;
    }
    if (*changes < UINT8_MAX) ++*changes;
    *cell = joined;
    all->has_changed = true;
}

static void mark_object(intervals_t *all, const object_t *object, const type_t *type) {
    fact_object_t *facts = &all->objects[object->id];
    bool *mark = type && type->kind == TYPE_POINTER ? &facts->has_internal_pointer
                                                    : &facts->has_internal_integer;
    if (*mark) return;
    *mark = true;
    all->has_changed = true;
}

/* Some cell of the object gets the value; type NULL: bytes of any kind. */
static void store_object(intervals_t *all, const object_t *object, const type_t *type,
                         const fact_interval_t *value, bool mixed) {
    const fact_object_t *facts = &all->objects[object->id];
    if (value->is_internal) mark_object(all, object, type);
    for (uint32_t i = 0; i < facts->cell_count; i++) {
        const type_t *cell = type_cell(object->type, i).type;
        bool fits = type && !mixed && cell->size == type->size;
        if (type && !mixed && !fits) continue;
        fact_interval_t any = interval_all(cell->bits);
        any.is_internal = value->is_internal;
        change_cell(all, facts->first_cell + i, cell->bits, fits ? value : &any);
    }
}

static void store(intervals_t *all, const edge_t *edge, const fact_interval_t *value) {
    const object_t *object;
    uint64_t offset;
    const access_t *access = &edge->access;
    const type_t *type = edge->type;
    if (value->is_empty) return;
    if (constant_place(edge->address, &object, &offset)) {
        size_t number = cell_number(all, object, offset, type->size);
        if (number && !access->mixed) {
            if (value->is_internal) mark_object(all, object, type);
            change_cell(all, number - 1, type->bits, value);
        } else {
            store_object(all, object, type, value, true);
        }
    } else if (access->anything) {
        for (size_t i = 0; i < all->program->objects.len; i++)
            store_object(all, all->program->objects.data[i], type, value, true);
        if (value->is_internal && !all->is_anything_internal)
            all->is_anything_internal = all->has_changed = true;
    } else {
        for (size_t i = 0; i < access->count; i++)
            store_object(all, access->objects[i], type, value, access->mixed);
    }
}

/* --- Expressions --- */

static fact_interval_t evaluate(const intervals_t *all, const expr_t *expr) {
    switch (expr->kind) {
    case EXPR_CONST: return interval_constant(expr->width, expr->value);
    case EXPR_REG: return all->now[expr->reg];
    case EXPR_LOAD: return load(all, expr);
    case EXPR_ADDR:
    case EXPR_SELF: return internal(interval_all(expr->width));
    case EXPR_ITE: {
        fact_interval_t test = evaluate(all, expr->a[0]);
        fact_interval_t yes = evaluate(all, expr->a[1]), no = evaluate(all, expr->a[2]);
        fact_interval_t value =
            interval_is_constant(&test) ? (test.least ? yes : no) : interval_join(&yes, &no);
        if (test.is_internal) value.is_internal = true;
        return value;
    }
    default: break;
    }
    fact_interval_t a = evaluate(all, expr->a[0]), b = interval_empty();
    if (expr->arity > 1) b = evaluate(all, expr->a[1]);
    return interval_apply(expr->kind, expr->width, expr->a[0]->width, &a, &b);
}

static bool is_comparison(expr_kind_t kind) {
    return kind == EXPR_EQ || (kind >= EXPR_ULT && kind <= EXPR_SLE);
}

static void set_reg(intervals_t *all, const function_t *function, fact_interval_t *regs, reg_t reg,
                    fact_interval_t value) {
    bool *flag = &all->is_internal[all->first_flag[function->id] + reg];
    if (value.is_internal) *flag = true;
    regs[reg] = value;
}

/* The operand of a comparison is known to lie in the interval: so is a register in it. */
static void learn(intervals_t *all, const expr_t *operand, fact_interval_t known) {
    if (operand->kind == EXPR_REG) {
        set_reg(all, all->edge->from->function, all->now, operand->reg,
                interval_meet(operand->width, &all->now[operand->reg], &known));
    } else if (operand->kind == EXPR_SEXT || operand->kind == EXPR_ZEXT) {
        learn(all, operand->a[0],
              interval_apply(EXPR_TRUNC, operand->a[0]->width, operand->width, &known, &known));
    }
}

/* What follows for the registers if the condition has this outcome. */
static void assume(intervals_t *all, const expr_t *condition, bool holds) {
    if (condition->kind == EXPR_NOT && condition->width == 1) {
        assume(all, condition->a[0], !holds);
    } else if (condition->kind == EXPR_REG) {
        learn(all, condition, interval_constant(condition->width, holds));
    } else if (condition->width == 1 && condition->kind == (holds ? EXPR_AND : EXPR_OR)) {
        assume(all, condition->a[0], holds);
        assume(all, condition->a[1], holds);
    } else if (is_comparison(condition->kind)) {
        const expr_t *left = condition->a[0], *right = condition->a[1];
        fact_interval_t a = evaluate(all, left), b = evaluate(all, right);
        learn(all, left, interval_refine(condition->kind, left->width, &a, &b, false, holds));
        learn(all, right, interval_refine(condition->kind, left->width, &b, &a, true, holds));
    }
}

/* --- Edges --- */

static void propagate_reg(intervals_t *all, const node_t *to, reg_t reg,
                          const fact_interval_t *value) {
    fact_interval_t *old = &all->regs[all->first_reg[to->id] + reg];
    fact_interval_t joined = interval_join(old, value);
    if (interval_equal(&joined, old)) return;
    unsigned width = to->function->regs.data[reg].type->bits;
    uint8_t visits = all->visits[to->id];
    if (visits > GIVE_UP_AFTER) {
        bool is_internal = joined.is_internal;
        joined = interval_all(width);
        joined.is_internal = is_internal;
    } else if (visits > WIDEN_AFTER && (to->is_loop_head || to == to->function->entry)) {
        joined = interval_widen(width, old, value, all->thresholds, all->threshold_count);
    }
    *old = joined;
    enqueue(all, to);
}

/* The registers now, as they are at the node. */
static void propagate(intervals_t *all, const node_t *to) {
    if (!all->is_reached[to->id]) enqueue(all, to);
    all->is_reached[to->id] = true;
    for (reg_t r = 0; r < to->function->regs.len; r++)
        if (live_at(to, r)) propagate_reg(all, to, r, &all->now[r]);
}

static void enter(intervals_t *all, const function_t *callee, const fact_interval_t *args,
                  size_t count) {
    const node_t *entry = callee->entry;
    if (!entry) return;
    if (!all->is_reached[entry->id]) enqueue(all, entry);
    all->is_reached[entry->id] = true;
    for (reg_t r = 0; r < callee->regs.len; r++) {
        fact_interval_t value = interval_all(callee->regs.data[r].type->bits);
        if (r < callee->param_count && r < count) value = args[r];
        if (value.is_internal) all->is_internal[all->first_flag[callee->id] + r] = true;
        propagate_reg(all, entry, r, &value);
    }
}

static void call(intervals_t *all, const edge_t *edge) {
    VEC(fact_interval_t) args = {0};
    for (size_t i = 0; i < edge->arg_count; i++) VEC_PUSH(args, evaluate(all, edge->args[i]));
    enter(all, edge->callee, args.data, args.len);
    VEC_FREE(args);
    if (!all->returns[edge->callee->id]) return;
    if (edge->target != NO_REG) {
        unsigned width = edge->from->function->regs.data[edge->target].type->bits;
        fact_interval_t result = all->results[edge->callee->id];
        if (result.is_empty) result = interval_all(width);
        set_reg(all, edge->from->function, all->now, edge->target, result);
    }
    propagate(all, edge->to);
}

static void leave(intervals_t *all, const edge_t *edge) {
    const function_t *function = edge->from->function;
    if (!all->returns[function->id]) all->returns[function->id] = all->has_changed = true;
    if (!edge->value) return;
    fact_interval_t value = evaluate(all, edge->value), *result = &all->results[function->id];
    fact_interval_t joined = interval_join(result, &value);
    if (interval_equal(&joined, result)) return;
    /* Results of recursive functions may grow. */
    if (all->visits[edge->from->id] > WIDEN_AFTER)
        joined = interval_widen(edge->value->width, result, &value, all->thresholds,
                                all->threshold_count);
    if (all->visits[edge->from->id] > GIVE_UP_AFTER) {
        bool is_internal = joined.is_internal;
        joined = interval_all(edge->value->width);
        joined.is_internal = is_internal;
    }
    *result = joined;
    all->has_changed = true;
}

static void create(intervals_t *all, const edge_t *edge) {
    fact_interval_t arg = interval_all(all->program->pointer_bits);
    if (edge->value) arg = evaluate(all, edge->value);
    enter(all, edge->callee, &arg, 1);
    if (edge->address) {
        fact_interval_t number = internal(interval_all(edge->type->bits));
        store(all, edge, &number);
    }
    propagate(all, edge->to);
}

static void assign(intervals_t *all, const edge_t *edge, fact_interval_t value) {
    if (edge->target != NO_REG) set_reg(all, edge->from->function, all->now, edge->target, value);
    propagate(all, edge->to);
}

static void take_assume(intervals_t *all, const edge_t *edge) {
    fact_interval_t value = evaluate(all, edge->value);
    if (value.is_internal) all->depends_on_internal = true;
    if (value.is_empty || (interval_is_constant(&value) && !value.least)) return;
    assume(all, edge->value, true);
    for (reg_t r = 0; r < edge->from->function->regs.len; r++)
        if (all->now[r].is_empty && live_at(edge->from, r)) return; /* cannot hold */
    propagate(all, edge->to);
}

static fact_interval_t any_of(const edge_t *edge) {
    const type_t *type = edge->from->function->regs.data[edge->target].type;
    if (edge->type && edge->type->kind == TYPE_BOOL) return interval_between(type->bits, 0, 1);
    return interval_all(type->bits);
}

static void take(intervals_t *all, const edge_t *edge) {
    all->edge = edge;
    switch (edge->kind) {
    case EDGE_ASSUME: take_assume(all, edge); break;
    case EDGE_ASSIGN: assign(all, edge, evaluate(all, edge->value)); break;
    case EDGE_HAVOC: assign(all, edge, any_of(edge)); break;
    case EDGE_OWNS:
    case EDGE_JOINABLE:
    case EDGE_TRYLOCK: assign(all, edge, any_of(edge)); break;
    case EDGE_THREAD_JOIN:
    case EDGE_ALLOC:
    case EDGE_HEAP_SIZE:
        if (edge->target != NO_REG)
            assign(all, edge, internal(any_of(edge)));
        else
            propagate(all, edge->to);
        break;
    case EDGE_STORE: {
        fact_interval_t value = evaluate(all, edge->value);
        store(all, edge, &value);
        propagate(all, edge->to);
        break;
    }
    case EDGE_HAVOC_OBJECT: {
        fact_interval_t any = interval_all(64);
        store_object(all, edge->object, NULL, &any, true);
        propagate(all, edge->to);
        break;
    }
    case EDGE_CALL: call(all, edge); break;
    case EDGE_RETURN: leave(all, edge); break;
    case EDGE_THREAD_CREATE: create(all, edge); break;
    case EDGE_ATOMIC_BEGIN:
        if (edge->value) {
            fact_interval_t value = evaluate(all, edge->value);
            if (value.is_internal) all->depends_on_internal = true;
        }
        propagate(all, edge->to);
        break;
    case EDGE_THREAD_EXIT:
    case EDGE_EXIT:
    case EDGE_ERROR:
    case EDGE_UNSUPPORTED: break;
    default: propagate(all, edge->to); break;
    }
}

/* --- The fixpoint --- */

static void visit(intervals_t *all, const node_t *node) {
    size_t count = node->function->regs.len;
    if (all->visits[node->id] < UINT8_MAX) all->visits[node->id]++;
    for (size_t i = 0; i < node->out.len; i++) {
        memcpy(all->now, all->regs + all->first_reg[node->id], count * sizeof *all->now);
        /* What is not live is not kept: it may be anything. */
        for (reg_t r = 0; r < count; r++)
            if (all->now[r].is_empty)
                all->now[r] = interval_all(node->function->regs.data[r].type->bits);
        all->steps++;
        take(all, node->out.data[i]);
    }
}

static bool depends_on_others(const node_t *node) {
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        if (edge->kind == EDGE_CALL || (edge->value && edge->value->loads)) return true;
    }
    return false;
}

static bool reach_fixpoint(intervals_t *all) {
    enter(all, all->program->main, NULL, 0);
    do {
        all->has_changed = false;
        for (size_t next = 0; next < all->queue.len; next++) {
            const node_t *node = all->queue.data[next];
            all->is_queued[node->id] = false;
            visit(all, node);
            if (all->steps > MAX_STEPS) return false;
        }
        VEC_CLEAR(all->queue);
        for (size_t i = 0; all->has_changed && i < all->program->nodes.len; i++) {
            const node_t *node = all->program->nodes.data[i];
            if (all->is_reached[node->id] && depends_on_others(node)) enqueue(all, node);
        }
    } while (all->queue.len);
    return true;
}

/* --- Set-up --- */

static int compare_numbers(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void note_constants(intervals_t *all, const expr_t *expr) {
    if (!expr || all->threshold_count + 3 > MAX_THRESHOLDS) return;
    if (expr->kind == EXPR_CONST && expr->width > 1) {
        int64_t number = sign_extend(expr->value, expr->width);
        if (number > INT32_MAX || number < INT32_MIN) return;
        for (int64_t d = -1; d <= 1; d++) all->thresholds[all->threshold_count++] = number + d;
    }
    for (unsigned i = 0; i < expr->arity; i++) note_constants(all, expr->a[i]);
}

static void make_thresholds(intervals_t *all) {
    all->thresholds = mem_zalloc(MAX_THRESHOLDS * sizeof *all->thresholds);
    for (size_t i = 0; i < all->program->edges.len; i++) {
        const edge_t *edge = all->program->edges.data[i];
        if (edge->kind == EDGE_ASSUME || edge->kind == EDGE_STORE) note_constants(all, edge->value);
    }
    qsort(all->thresholds, all->threshold_count, sizeof *all->thresholds, compare_numbers);
    size_t kept = 0;
    for (size_t i = 0; i < all->threshold_count; i++)
        if (!kept || all->thresholds[kept - 1] != all->thresholds[i])
            all->thresholds[kept++] = all->thresholds[i];
    all->threshold_count = kept;
}

static bool is_tracked(const object_t *object) {
    return object->kind == OBJECT_GLOBAL && !object->init_unknown && !object->is_mixed &&
           object->type->size && !object->type->is_variable &&
           type_cell_count(object->type) <= MAX_CELLS;
}

static void make_cells(intervals_t *all) {
    const program_t *program = all->program;
    all->objects = mem_zalloc((program->objects.len + 1) * sizeof *all->objects);
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        if (!is_tracked(object)) continue;
        fact_object_t *facts = &all->objects[object->id];
        facts->first_cell = (uint32_t)all->cell_total;
        facts->cell_count = (uint32_t)type_cell_count(object->type);
        all->cell_total += facts->cell_count;
    }
    all->cells = mem_zalloc((all->cell_total + 1) * sizeof *all->cells);
    all->cell_changes = mem_zalloc(all->cell_total + 1);
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        const fact_object_t *facts = &all->objects[object->id];
        for (uint32_t k = 0; k < facts->cell_count; k++) {
            cell_t cell = type_cell(object->type, k);
            fact_interval_t value = interval_constant(
                cell.type->bits, layout_initial_value(object, cell.offset, cell.type));
            value.is_internal = cell.type->kind == TYPE_POINTER && value.least != 0;
            all->cells[facts->first_cell + k] = value;
        }
    }
}

static bool make_registers(intervals_t *all) {
    const program_t *program = all->program;
    size_t nodes = program->nodes.len + 1, functions = program->functions.len + 1;
    size_t total = 0, flags = 0, most = 0;
    all->first_reg = mem_zalloc(nodes * sizeof *all->first_reg);
    all->first_flag = mem_zalloc(functions * sizeof *all->first_flag);
    for (size_t i = 0; i < program->nodes.len; i++) {
        const node_t *node = program->nodes.data[i];
        all->first_reg[node->id] = total;
        total += node->function->regs.len;
    }
    for (size_t i = 0; i < program->functions.len; i++) {
        const function_t *function = program->functions.data[i];
        all->first_flag[function->id] = flags;
        flags += function->regs.len;
        if (function->regs.len > most) most = function->regs.len;
    }
    if (total > MAX_STORE) return false;
    all->regs = mem_zalloc((total + 1) * sizeof *all->regs);
    for (size_t i = 0; i < total; i++) all->regs[i] = interval_empty();
    all->now = mem_zalloc((most + 1) * sizeof *all->now);
    all->is_internal = mem_zalloc(flags + 1);
    all->is_reached = mem_zalloc(nodes);
    all->is_queued = mem_zalloc(nodes);
    all->visits = mem_zalloc(nodes);
    all->results = mem_zalloc(functions * sizeof *all->results);
    for (size_t i = 0; i < functions; i++) all->results[i] = interval_empty();
    all->returns = mem_zalloc(functions);
    return true;
}

intervals_t *intervals_new(const program_t *program) {
    if (!program->main || !program->main->entry) return NULL;
    intervals_t *all = mem_zalloc(sizeof *all);
    all->program = program;
    make_thresholds(all);
    make_cells(all);
    if (make_registers(all) && reach_fixpoint(all)) return all;
    intervals_delete(all);
    return NULL;
}

void intervals_delete(intervals_t *all) {
    if (!all) return;
    VEC_FREE(all->queue);
    mem_free(all->cells);
    mem_free(all->cell_changes);
    mem_free(all->objects);
    mem_free(all->regs);
    mem_free(all->first_reg);
    mem_free(all->is_reached);
    mem_free(all->visits);
    mem_free(all->results);
    mem_free(all->returns);
    mem_free(all->first_flag);
    mem_free(all->is_internal);
    mem_free(all->thresholds);
    mem_free(all->is_queued);
    mem_free(all->now);
    mem_free(all);
}

/* --- Answers --- */

bool intervals_reaches(const intervals_t *all, const node_t *node) {
    return all->is_reached[node->id];
}

fact_interval_t intervals_reg(const intervals_t *all, const node_t *node, reg_t reg) {
    fact_interval_t value = all->regs[all->first_reg[node->id] + reg];
    if (value.is_empty || !live_at(node, reg))
        value = interval_all(node->function->regs.data[reg].type->bits);
    return value;
}

static size_t cell_of(const intervals_t *all, variable_t cell) {
    uint64_t address = variable_address(cell);
    const object_t *object =
        address < LAYOUT_STACK_BASE ? layout_static_at(all->program, address) : NULL;
    if (!object) return 0;
    return cell_number(all, object, address - object->address, variable_size(cell));
}

fact_interval_t intervals_cell(const intervals_t *all, variable_t cell) {
    size_t number = cell_of(all, cell);
    return number ? all->cells[number - 1] : interval_all(8 * variable_size(cell));
}

bool intervals_is_internal(const intervals_t *all, variable_t variable) {
    if (variable_kind(variable) == VARIABLE_EXIT) return true;
    if (variable_kind(variable) == VARIABLE_REG)
        return all->is_internal[all->first_flag[variable_function(variable)] +
                                variable_reg_number(variable)];
    size_t number = cell_of(all, variable);
    if (number) return all->is_anything_internal || all->cells[number - 1].is_internal;
    const object_t *object = layout_static_at(all->program, variable_address(variable));
    return !object || all->is_anything_internal || all->objects[object->id].has_internal_integer;
}

bool intervals_depend_on_internal(const intervals_t *all) {
    return all->depends_on_internal;
}
