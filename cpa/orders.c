#include "cpa/orders.h"

#include "cfa/layout.h"
#include "cfa/result.h"
#include "cpa/memory.h"
#include "util/arena.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CONSTANTS = 6 }; /* of one width */

struct orders_domain {
    const program_t *program;
    arena_t *arena;
    intern_t interned;
    uint32_t count;
    VEC(operand_t) constants; /* what variables are compared with */
    VEC(const edge_t *) tallies;
    bool **relates; /* by function and register: is it compared with another variable? */
    VEC(order_fact_t) items;
    order_table_t table, other; /* the successor being made */
};

typedef struct {
    const order_fact_t *items;
    size_t count;
} contents_t;

/* Interning. */

static bool same_orders(const void *in_table, const void *key) {
    const orders_t *a = in_table;
    const contents_t *b = key;
    if (a->count != b->count) return false;
    for (size_t i = 0; i < b->count; i++)
        if (a->at[i].a != b->items[i].a || a->at[i].b != b->items[i].b ||
            a->at[i].orders != b->items[i].orders)
            return false;
    return true;
}

static const orders_t *intern(orders_domain_t *domain) {
    contents_t key = {domain->items.data, domain->items.len};
    uint64_t hash = key.count;
    for (size_t i = 0; i < key.count; i++) {
        hash = hash_mix(hash, key.items[i].a);
        hash = hash_mix(hash, key.items[i].b);
        hash = hash_mix(hash, key.items[i].orders);
    }
    orders_t *found = intern_find(&domain->interned, hash, &key);
    if (found) return found;
    found = arena_alloc(domain->arena, sizeof *found + key.count * sizeof *key.items);
    found->id = domain->count++;
    found->count = (uint32_t)key.count;
    if (key.count) memcpy(found->at, key.items, key.count * sizeof *key.items);
    intern_add(&domain->interned, hash, found);
    return found;
}

/* Constants of the program that something is compared with. */

static void add_constant(orders_domain_t *domain, unsigned width, uint64_t value) {
    operand_t operand;
    unsigned same_width = 0;
    if (width < 8 || !operand_constant(width, value, &operand)) return;
    for (size_t i = 0; i < domain->constants.len; i++) {
        if (domain->constants.data[i] == operand) return;
        if (operand_width(domain->constants.data[i]) == width) same_width++;
    }
    if (same_width < MAX_CONSTANTS) VEC_PUSH(domain->constants, operand);
}

static void add_compared(orders_domain_t *domain, const expr_t *e) {
    bool compares = e->kind == EXPR_EQ || e->kind == EXPR_ULT || e->kind == EXPR_ULE ||
                    e->kind == EXPR_SLT || e->kind == EXPR_SLE;
    for (unsigned i = 0; i < e->arity; i++) {
        if (compares) add_constant(domain, e->a[i]->width, 0);
        if (compares && e->a[i]->kind == EXPR_CONST)
            add_constant(domain, e->a[i]->width, e->a[i]->value);
        add_compared(domain, e->a[i]);
    }
}

static void find_related(orders_domain_t *domain, const function_t *function, const expr_t *e) {
    bool compares = e->kind == EXPR_EQ || e->kind == EXPR_ULT || e->kind == EXPR_ULE ||
                    e->kind == EXPR_SLT || e->kind == EXPR_SLE;
    for (unsigned i = 0; i < e->arity; i++) {
        if (compares && e->a[i]->kind == EXPR_REG && e->a[1 - i]->kind != EXPR_CONST &&
            !function->regs.data[e->a[i]->reg].is_temporary)
            domain->relates[function->id][e->a[i]->reg] = true;
        find_related(domain, function, e->a[i]);
    }
}

orders_domain_t *orders_domain_new(const program_t *program) {
    orders_domain_t *domain = mem_zalloc(sizeof *domain);
    domain->program = program;
    domain->arena = arena_new();
    intern_init(&domain->interned, same_orders);
    domain->relates = mem_zalloc((program->functions.len + 1) * sizeof *domain->relates);
    for (size_t i = 0; i < program->functions.len; i++)
        domain->relates[i] =
            mem_zalloc((program->functions.data[i]->regs.len + 1) * sizeof **domain->relates);
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (!edge->value) continue;
        add_compared(domain, edge->value);
        find_related(domain, edge->from->function, edge->value);
    }
    return domain;
}

void orders_domain_delete(orders_domain_t *domain) {
    if (!domain) return;
    intern_free(&domain->interned);
    VEC_FREE(domain->constants);
    VEC_FREE(domain->tallies);
    for (size_t i = 0; i < domain->program->functions.len; i++) mem_free(domain->relates[i]);
    mem_free(domain->relates);
    VEC_FREE(domain->items);
    arena_delete(domain->arena);
    mem_free(domain);
}

/* Tables from and to facts. */

static unsigned width_of(const orders_domain_t *domain, operand_t operand) {
    return operand_is_constant(operand) ? operand_width(operand)
                                        : variable_width(domain->program, operand);
}

/* A row with all constants of its width beside it. */
static int row_of(const orders_domain_t *domain, order_table_t *table, operand_t operand) {
    unsigned width = width_of(domain, operand);
    if (width < 8) return -1;
    int row = order_table_row(table, operand, width);
    for (size_t i = 0; row >= 0 && i < domain->constants.len; i++)
        if (operand_width(domain->constants.data[i]) == width)
            order_table_row(table, domain->constants.data[i], width);
    return row;
}

static void enter(const orders_domain_t *domain, order_table_t *table, const orders_t *orders) {
    for (uint32_t i = 0; i < orders->count; i++) {
        int a = row_of(domain, table, orders->at[i].a);
        int b = row_of(domain, table, orders->at[i].b);
        if (a >= 0 && b >= 0)
            order_table_add(table, (unsigned)a, (unsigned)b, orders->at[i].orders);
    }
}

static void unpack(const orders_domain_t *domain, order_table_t *table, const orders_t *orders) {
    table->count = 0;
    table->is_impossible = false;
    enter(domain, table, orders);
}

/* Of other constants it is said what equals them, but nothing else. */
static bool is_kept(const orders_domain_t *domain, operand_t operand, order_set_t orders) {
    if (!operand_is_constant(operand)) return true;
    if (operand_is_number(operand) && orders & ORDER_EQ) return true;
    for (size_t i = 0; i < domain->constants.len; i++)
        if (domain->constants.data[i] == operand) return true;
    return false;
}

static int compare_facts(const void *x, const void *y) {
    const order_fact_t *a = x, *b = y;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b == b->b ? 0 : a->b < b->b ? -1 : 1;
}

static const orders_t *sort_and_intern(orders_domain_t *domain) {
    if (domain->items.len)
        qsort(domain->items.data, domain->items.len, sizeof *domain->items.data, compare_facts);
    return intern(domain);
}

static const orders_t *pack(orders_domain_t *domain, const order_table_t *table) {
    VEC_CLEAR(domain->items);
    for (unsigned i = 0; i < table->count; i++)
        for (unsigned j = 0; j < table->count; j++) {
            operand_t a = table->operands[i], b = table->operands[j];
            order_set_t orders = table->orders[i][j];
            if (a >= b || !orders || (operand_is_constant(a) && operand_is_constant(b))) continue;
            if (is_kept(domain, a, orders) && is_kept(domain, b, orders))
                VEC_PUSH(domain->items, (order_fact_t){a, b, orders});
        }
    return sort_and_intern(domain);
}

const orders_t *orders_none(orders_domain_t *domain) {
    VEC_CLEAR(domain->items);
    return intern(domain);
}

const orders_t *orders_join(orders_domain_t *domain, const orders_t *a, const orders_t *b) {
    if (a == b) return a;
    VEC_CLEAR(domain->items);
    for (uint32_t i = 0, j = 0; i < a->count && j < b->count;) {
        int order = compare_facts(&a->at[i], &b->at[j]);
        order_set_t both = a->at[i].orders & b->at[j].orders;
        if (order == 0 && both)
            VEC_PUSH(domain->items, (order_fact_t){a->at[i].a, a->at[i].b, both});
        if (order <= 0) i++;
        if (order >= 0) j++;
    }
    return intern(domain);
}

const orders_t *orders_meet(orders_domain_t *domain, const orders_t *a, const orders_t *b) {
    if (a == b || !b->count) return a;
    if (!a->count) return b;
    unpack(domain, &domain->table, a);
    enter(domain, &domain->table, b);
    order_table_close(&domain->table);
    return domain->table.is_impossible ? NULL : pack(domain, &domain->table);
}

variable_t orders_of_thread(variable_t variable, unsigned thread) {
    if (variable_kind(variable) != VARIABLE_CELL) return variable_of_thread(variable, thread);
    uint64_t address = variable_address(variable);
    return variable_cell(address - layout_thread_block(memory_stack_at(address)) +
                             layout_thread_block(thread),
                         variable_size(variable));
}

/* false: it is of none of the threads that are kept. */
static bool rename_operand(const orders_renaming_t *renaming, operand_t *operand) {
    if (operand_is_constant(*operand)) return true;
    unsigned owner = memory_owner(*operand);
    if (!owner) return true;
    for (unsigned i = 0; i < renaming->count; i++) {
        if (renaming->from[i] != owner) continue;
        *operand = orders_of_thread(*operand, renaming->to[i]);
        return true;
    }
    return false;
}

const orders_t *orders_rename(orders_domain_t *domain, const orders_t *orders,
                              const orders_renaming_t *renaming) {
    VEC_CLEAR(domain->items);
    for (uint32_t i = 0; i < orders->count; i++) {
        order_fact_t fact = orders->at[i];
        if (!rename_operand(renaming, &fact.a) || !rename_operand(renaming, &fact.b)) continue;
        if (fact.a > fact.b) fact = (order_fact_t){fact.b, fact.a, order_flip(fact.orders)};
        VEC_PUSH(domain->items, fact);
    }
    return sort_and_intern(domain);
}

const orders_t *orders_settle(orders_domain_t *domain, const orders_t *orders,
                              const binding_t *values, size_t value_count, const binding_t *dropped,
                              size_t dropped_count) {
    order_table_t *table = &domain->table;
    unpack(domain, table, orders);
    for (size_t i = 0; i < dropped_count; i++) {
        int row = order_table_find(table, dropped[i].variable);
        if (row >= 0) order_table_remove(table, (unsigned)row);
    }
    for (size_t i = 0; i < value_count; i++) {
        operand_t constant;
        unsigned width = variable_width(domain->program, values[i].variable);
        int row = row_of(domain, table, values[i].variable);
        if (row < 0 || !operand_constant(width, values[i].value, &constant)) continue;
        int fixed = order_table_row(table, constant, width);
        if (fixed >= 0) order_table_add(table, (unsigned)row, (unsigned)fixed, ORDER_EQ);
    }
    if (value_count) order_table_close(table);
    return pack(domain, table);
}

/* A step. */

typedef struct {
    orders_domain_t *domain;
    order_table_t *table;
    const step_t *step;
    threading_query_t query;
    void *context;
} move_t;

static bool known(const move_t *m, const expr_t *expr, uint64_t *value) {
    return m->query(m->context, m->step->before, m->step->thread, expr, value);
}

static const frame_t *frame_at(const move_t *m, uint32_t depth) {
    return &m->step->before->threads[m->step->thread].frames[depth];
}

static uint32_t depth_of(const move_t *m) {
    return m->step->before->threads[m->step->thread].frame_count - 1;
}

static variable_t register_at(const move_t *m, uint32_t depth, reg_t reg) {
    return variable_reg(m->step->thread, depth, frame_at(m, depth)->node->function, reg);
}

static bool cell_of(const move_t *m, const expr_t *address, const type_t *type, variable_t *cell) {
    uint64_t value;
    return known(m, address, &value) &&
           memory_cell(m->domain->program, m->step->before, value, type->size, cell);
}

/* The row of the value of an expression that is a variable or known, or -1. */
static int plain_row(move_t *m, const expr_t *e) {
    uint64_t value;
    variable_t variable;
    operand_t constant;
    if (e->width < 8) return -1;
    if (known(m, e, &value))
        return operand_constant(e->width, value, &constant) ? row_of(m->domain, m->table, constant)
                                                            : -1;
    if (e->kind == EXPR_REG)
        variable = register_at(m, depth_of(m), e->reg);
    else if (e->kind != EXPR_LOAD || !cell_of(m, e->a[0], e->type, &variable))
        return -1;
    if (variable_width(m->domain->program, variable) != e->width) return -1;
    return row_of(m->domain, m->table, variable);
}

static void add_constant_order(move_t *m, int row, unsigned width, int64_t value,
                               order_set_t orders) {
    operand_t constant;
    if (!operand_constant(width, (uint64_t)value & width_mask(width), &constant)) return;
    int other = row_of(m->domain, m->table, constant);
    if (other >= 0) order_table_add(m->table, (unsigned)row, (unsigned)other, orders);
}

/* May the next number, up or down, be the one at the other end? */
static bool may_wrap(const move_t *m, int row, unsigned width, bool up, bool is_signed) {
    uint64_t top = is_signed ? width_mask(width) >> 1 : width_mask(width);
    uint64_t bottom = is_signed ? top + 1 : 0;
    order_set_t past = up ? (is_signed ? ORDER_LTS : ORDER_LTU) : is_signed ? ORDER_GTS : ORDER_GTU;
    operand_t limit;
    int at = -1;
    if (operand_constant(width, up ? top : bottom, &limit)) at = order_table_find(m->table, limit);
    if (at >= 0 && m->table->orders[row][at] & ORDER_NE) return false;
    for (unsigned i = 0; i < m->table->count; i++)
        if (m->table->widths[i] == width && m->table->orders[row][i] & past) return false;
    return true;
}

/* The number next to that of a row, up or down. */
static int next_row(move_t *m, int row, unsigned width, bool up) {
    order_table_t *table = m->table;
    int next = order_table_new_row(table, width);
    if (next < 0) return -1;
    order_table_add(table, (unsigned)row, (unsigned)next, up ? ORDER_NEXT : ORDER_PREVIOUS);
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        order_set_t less = is_signed ? ORDER_LTS : ORDER_LTU;
        order_set_t beyond = up ? less : order_flip(less);
        order_set_t up_to = is_signed ? ORDER_LES : ORDER_LEU;
        if (may_wrap(m, row, width, up, is_signed)) continue;
        order_table_add(table, (unsigned)row, (unsigned)next, beyond);
        for (unsigned i = 0; i < table->count; i++)
            if (i != (unsigned)next && table->orders[row][i] & beyond)
                order_table_add(table, (unsigned)next, i, up ? up_to : order_flip(up_to));
    }
    return next;
}

static int remainder_row(move_t *m, const expr_t *e) {
    uint64_t divisor;
    if (!known(m, e->a[1], &divisor)) return -1;
    int64_t number = sign_extend(divisor, e->width);
    if (number < 1) return -1;
    int row = order_table_new_row(m->table, e->width);
    if (row < 0) return -1;
    if (e->kind == EXPR_UREM) {
        add_constant_order(m, row, e->width, number, ORDER_LTU);
        return row;
    }
    add_constant_order(m, row, e->width, number, ORDER_LTS);
    add_constant_order(m, row, e->width, -number, ORDER_GTS);
    return row;
}

static void learn(move_t *m, const expr_t *cond, bool truth);

/* Is it excluded that the condition has this truth? */
static bool excludes(const move_t *m, const expr_t *cond, bool truth) {
    move_t supposed = *m;
    supposed.table = &m->domain->other;
    *supposed.table = *m->table;
    learn(&supposed, cond, truth);
    order_table_close(supposed.table);
    return supposed.table->is_impossible;
}

/* The truth of a comparison as a number. */
static int truth_row(move_t *m, const expr_t *cond, unsigned width) {
    if (m->table == &m->domain->other) return -1; /* conditions in conditions */
    bool is_true = excludes(m, cond, false), is_false = !is_true && excludes(m, cond, true);
    operand_t constant;
    if ((is_true || is_false) && operand_constant(width, is_true, &constant))
        return row_of(m->domain, m->table, constant);
    int row = order_table_new_row(m->table, width);
    if (row >= 0) add_constant_order(m, row, width, 1, ORDER_LEU);
    return row;
}

/* The row of the value of an expression, or -1. */
static int row_of_expr(move_t *m, const expr_t *e) {
    uint64_t value;
    int row = plain_row(m, e);
    if (row >= 0 || e->width < 8) return row;
    switch (e->kind) {
    case EXPR_ADD:
    case EXPR_SUB: {
        const expr_t *base = e->a[0], *change = e->a[1];
        if (e->kind == EXPR_ADD && known(m, base, &value)) {
            base = e->a[1];
            change = e->a[0];
        }
        row = plain_row(m, base);
        if (row < 0 || !known(m, change, &value)) return -1;
        int64_t number = sign_extend(value, e->width);
        if (e->kind == EXPR_SUB) number = -number;
        if (number != 1 && number != -1) return -1;
        order_table_close(m->table);
        return next_row(m, row, e->width, number > 0);
    }
    case EXPR_SREM:
    case EXPR_UREM: return remainder_row(m, e);
    case EXPR_ZEXT: return e->a[0]->width == 1 ? truth_row(m, e->a[0], e->width) : -1;
    default: return -1;
    }
}

/* Conditions. */

static void learn_comparison(move_t *m, const expr_t *cond, bool truth) {
    order_set_t orders = 0;
    switch (cond->kind) {
    case EXPR_EQ: orders = truth ? ORDER_EQ : ORDER_NE; break;
    case EXPR_SLT: orders = truth ? ORDER_LTS : ORDER_GES; break;
    case EXPR_SLE: orders = truth ? ORDER_LES : ORDER_GTS; break;
    case EXPR_ULT: orders = truth ? ORDER_LTU : ORDER_GEU; break;
    case EXPR_ULE: orders = truth ? ORDER_LEU : ORDER_GTU; break;
    default: return;
    }
    int a = row_of_expr(m, cond->a[0]), b = row_of_expr(m, cond->a[1]);
    if (a >= 0 && b >= 0) order_table_add(m->table, (unsigned)a, (unsigned)b, orders);
}

static void learn(move_t *m, const expr_t *cond, bool truth) {
    if (cond->width != 1) return;
    switch (cond->kind) {
    case EXPR_NOT: learn(m, cond->a[0], !truth); return;
    case EXPR_AND:
    case EXPR_OR:
        if ((cond->kind == EXPR_AND) != truth) return;
        learn(m, cond->a[0], truth);
        learn(m, cond->a[1], truth);
        return;
    default: learn_comparison(m, cond, truth);
    }
}

/* Forgetting. */

typedef bool (*keeps_t)(const move_t *m, variable_t variable, uint64_t first, uint64_t last);

static void keep_only(move_t *m, keeps_t keeps, uint64_t first, uint64_t last) {
    for (unsigned i = m->table->count; i-- > 0;)
        if (!operand_is_constant(m->table->operands[i]) &&
            !keeps(m, m->table->operands[i], first, last))
            order_table_remove(m->table, i);
}

static bool lies_outside(const move_t *m, variable_t variable, uint64_t first, uint64_t last) {
    (void)m;
    if (variable_kind(variable) != VARIABLE_CELL) return true;
    uint64_t address = variable_address(variable);
    return address + variable_size(variable) <= first || address > last;
}

static void forget_range(move_t *m, uint64_t address, uint64_t size) {
    if (size) keep_only(m, lies_outside, address, address + size - 1);
}

static bool is_out_of_reach(const move_t *m, variable_t variable, uint64_t first, uint64_t last) {
    (void)first;
    (void)last;
    place_t place;
    const access_t *access = &m->step->edge->access;
    if (variable_kind(variable) != VARIABLE_CELL) return true;
    unsigned owner = memory_owner(variable);
    if (owner && owner != m->step->thread) return true;
    if (variable_address(variable) < LAYOUT_STATIC_BASE) return true; /* a tally */
    if (access->anything) return false;
    if (!memory_find(m->domain->program, m->step->before, variable_address(variable), &place))
        return false;
    for (size_t i = 0; i < access->count; i++)
        if (access->objects[i] == place.object) return false;
    return true;
}

static bool is_of_others(const move_t *m, variable_t variable, uint64_t depth, uint64_t last) {
    (void)last;
    return variable_kind(variable) != VARIABLE_REG ||
           variable_thread(variable) != m->step->thread || variable_depth(variable) < depth;
}

static void end_frames(move_t *m, uint32_t depth) {
    keep_only(m, is_of_others, depth, 0);
    for (uint32_t d = depth; d <= depth_of(m); d++)
        forget_range(m, frame_at(m, d)->base, frame_at(m, d)->node->function->frame_size);
}

/* All but registers of the moving thread that are not read again. What a variable was
 * may yet be what tells its thread from others, if it is compared with other
 * variables somewhere: a ticket is not read again by who is served. */
static bool is_live(const move_t *m, variable_t variable, uint64_t first, uint64_t last) {
    (void)first;
    (void)last;
    const thread_t *t = &m->step->after->threads[m->step->thread];
    if (variable_kind(variable) != VARIABLE_REG || variable_thread(variable) != m->step->thread ||
        variable_depth(variable) >= t->frame_count)
        return true;
    const node_t *node = t->frames[variable_depth(variable)].node;
    reg_t reg = variable_reg_number(variable);
    if (!node->live || node->live[reg / 64] >> (reg % 64) & 1) return true;
    return m->domain->relates[node->function->id][reg];
}

/* Writing: the value gets a row of its own before what it replaces is gone. */

static bool save_value(move_t *m, const expr_t *e) {
    int row = e ? row_of_expr(m, e) : -1;
    if (row < 0) return false;
    int copy = order_table_new_row(m->table, e->width);
    if (copy < 0) return false;
    order_table_add(m->table, (unsigned)row, (unsigned)copy, ORDER_EQ);
    order_table_close(m->table);
    m->table->operands[copy] = OPERAND_SAVED;
    return true;
}

/* A saved value has no name, and rows move when others are removed. */
static void give(move_t *m, bool has_value, variable_t variable) {
    unsigned width = variable_width(m->domain->program, variable);
    int old = order_table_find(m->table, variable);
    if (old >= 0) order_table_remove(m->table, (unsigned)old);
    int saved = has_value ? order_table_find(m->table, OPERAND_SAVED) : -1;
    if (saved >= 0 && m->table->widths[saved] == width)
        m->table->operands[saved] = variable;
    else if (saved >= 0)
        order_table_remove(m->table, (unsigned)saved);
}

static void set_register(move_t *m, variable_t target, const expr_t *e) {
    give(m, save_value(m, e), target);
}

static void do_store(move_t *m) {
    const edge_t *edge = m->step->edge;
    uint64_t address;
    variable_t cell;
    if (!known(m, edge->address, &address)) {
        keep_only(m, is_out_of_reach, 0, 0);
        return;
    }
    bool saved = save_value(m, edge->value);
    bool is_cell = cell_of(m, edge->address, edge->type, &cell);
    forget_range(m, address, edge->type->size);
    if (is_cell) give(m, saved, cell);
}

static void do_call(move_t *m) {
    const edge_t *edge = m->step->edge;
    uint32_t depth = depth_of(m) + 1;
    if (m->step->after->unsupported) return;
    for (size_t i = 0; i < edge->arg_count && i < edge->callee->param_count; i++)
        set_register(m, variable_reg(m->step->thread, depth, edge->callee, (reg_t)i),
                     edge->args[i]);
}

static void do_return(move_t *m) {
    const edge_t *edge = m->step->edge;
    uint32_t depth = depth_of(m);
    const edge_t *call = frame_at(m, depth)->call;
    bool saved = save_value(m, edge->value);
    end_frames(m, depth);
    if (call && call->target != NO_REG) give(m, saved, register_at(m, depth - 1, call->target));
}

static void do_create(move_t *m) {
    const edge_t *edge = m->step->edge;
    if (m->step->after->unsupported) return;
    bool has_argument = edge->value && edge->callee->param_count;
    if (has_argument)
        set_register(m, variable_reg((unsigned)m->step->outcome, 0, edge->callee, 0), edge->value);
    if (edge->address) keep_only(m, is_out_of_reach, 0, 0);
}

static void move(move_t *m) {
    const edge_t *edge = m->step->edge;
    switch (edge->kind) {
    case EDGE_ASSUME:
    case EDGE_ATOMIC_BEGIN:
        if (edge->value) learn(m, edge->value, true);
        return;
    case EDGE_STORE: do_store(m); return;
    case EDGE_CALL: do_call(m); return;
    case EDGE_RETURN: do_return(m); return;
    case EDGE_THREAD_EXIT:
    case EDGE_EXIT: end_frames(m, 0); return;
    case EDGE_THREAD_CREATE: do_create(m); return;
    case EDGE_HAVOC_OBJECT:
        forget_range(m, memory_address(m->step->before, m->step->thread, edge->object),
                     edge->object->type->size);
        return;
    default:
        if (edge->target != NO_REG)
            set_register(m, register_at(m, depth_of(m), edge->target),
                         edge->kind == EDGE_ASSIGN ? edge->value : NULL);
    }
}

/* Tallies. */

void orders_count(orders_domain_t *domain, const edge_t *edge) {
    VEC_PUSH(domain->tallies, edge);
}

const orders_t *orders_of_tallies(orders_domain_t *domain, orders_waits_t waits, void *context) {
    order_table_t *table = &domain->table;
    unpack(domain, table, orders_none(domain));
    for (size_t i = 0; i < domain->tallies.len; i++) {
        int done = row_of(domain, table, pair_proof_done(i)),
            made = row_of(domain, table, pair_proof_made(i));
        bool fewer = waits && waits(context, domain->tallies.data[i]);
        if (done >= 0 && made >= 0)
            order_table_add(table, (unsigned)done, (unsigned)made, fewer ? ORDER_LTS : ORDER_LES);
    }
    order_table_close(table);
    return pack(domain, table);
}

static void raise_number(move_t *m, variable_t variable) {
    int row = row_of(m->domain, m->table, variable);
    if (row < 0) return;
    order_table_close(m->table);
    int next = next_row(m, row, 32, true);
    order_table_close(m->table);
    order_table_remove(m->table, (unsigned)row);
    if (next == (int)m->table->count) next = row; /* the last row takes the place of the removed */
    if (next >= 0) m->table->operands[next] = variable;
}

static void count(move_t *m) {
    const edge_t *edge = m->step->edge;
    for (size_t i = 0; i < m->domain->tallies.len; i++) {
        const edge_t *counted = m->domain->tallies.data[i];
        if (edge == counted) raise_number(m, pair_proof_done(i));
        if (edge->kind == EDGE_THREAD_CREATE && edge->callee == counted->from->function)
            raise_number(m, pair_proof_made(i));
    }
}

const orders_t *orders_transfer(orders_domain_t *domain, const orders_t *before, const step_t *step,
                                threading_query_t query, void *context) {
    move_t m = {domain, &domain->table, step, query, context};
    unpack(domain, m.table, before);
    move(&m);
    count(&m);
    order_table_close(m.table);
    if (m.table->is_impossible) return NULL;
    bool runs = step->thread < step->after->thread_count &&
                step->after->threads[step->thread].status == THREAD_RUNNING;
    if (runs) keep_only(&m, is_live, 0, 0);
    return pack(domain, m.table);
}

/* As terms. */

static const term_t *operand_term(const orders_domain_t *domain, terms_t *terms,
                                  operand_t operand) {
    unsigned width = width_of(domain, operand);
    if (operand_is_constant(operand))
        return term_const(terms, width, (uint64_t)operand_value(operand) & width_mask(width));
    return term_symbol(terms, (sort_t){.kind = SORT_BV, .width = (uint8_t)width}, operand, 0);
}

const term_t *orders_term(const orders_domain_t *domain, terms_t *terms, const orders_t *orders) {
    const term_t *all = NULL;
    for (uint32_t i = 0; i < orders->count; i++) {
        const term_t *a = operand_term(domain, terms, orders->at[i].a);
        const term_t *b = operand_term(domain, terms, orders->at[i].b);
        order_set_t s = orders->at[i].orders;
        const term_t *parts[7];
        size_t count = 0;
        if (s & ORDER_EQ) {
            parts[count++] = term_equal(terms, a, b);
            s = 0;
        }
        const term_t *one = term_const(terms, width_of(domain, orders->at[i].a), 1);
        if (s & ORDER_NEXT)
            parts[count++] = term_equal(terms, b, term_bv(terms, TERM_BVADD, a, one));
        if (s & ORDER_PREVIOUS)
            parts[count++] = term_equal(terms, a, term_bv(terms, TERM_BVADD, b, one));
        if (s & ORDER_LES) parts[count++] = term_bv(terms, TERM_BVSLE, a, b);
        if (s & ORDER_GES) parts[count++] = term_bv(terms, TERM_BVSLE, b, a);
        if (s & ORDER_LEU) parts[count++] = term_bv(terms, TERM_BVULE, a, b);
        if (s & ORDER_GEU) parts[count++] = term_bv(terms, TERM_BVULE, b, a);
        if (s & ORDER_NE) parts[count++] = term_not(terms, term_equal(terms, a, b));
        const term_t *fact = term_and_n(terms, parts, count);
        all = all ? term_and(terms, all, fact) : fact;
    }
    return all;
}
