#include "cfa/layout.h"
#include "cfa/live.h"
#include "cfa/result.h"
#include "cpa/core/loss.h"
#include "cpa/core/memory.h"
#include "engine/crowd/orders_internal.h"
#include "engine/crowd/step_place.h"

/* A step. */

typedef struct {
    orders_domain_t *domain;
    order_table_t *table;
    const step_t *step;
    threading_query_t query;
    void *context;
} orders_move_t;

static bool known(const orders_move_t *m, const expr_t *expr, uint64_t *value) {
    return m->query(m->context, m->step->before, m->step->thread, expr, value);
}

static bool cell_of(const orders_move_t *m, const expr_t *address, const type_t *type,
                    variable_t *cell) {
    uint64_t value;
    return known(m, address, &value) &&
           memory_cell(m->domain->program, m->step->before, value, type->size, cell);
}

/* The row of the value of an expression that is a variable or known, or -1. */
static int plain_row(orders_move_t *m, const expr_t *e) {
    uint64_t value;
    variable_t variable;
    operand_t constant;
    if (e->width < 8) return -1;
    if (known(m, e, &value))
        return operand_constant(e->width, value, &constant)
                   ? orders_row(m->domain, m->table, constant)
                   : -1;
    if (e->kind == EXPR_REG)
        variable = step_register(m->step, step_depth(m->step), e->reg);
    else if (e->kind != EXPR_LOAD || !cell_of(m, e->a[0], e->type, &variable))
        return -1;
    if (variable_width(m->domain->program, variable) != e->width) return -1;
    return orders_row(m->domain, m->table, variable);
}

static void add_constant_order(orders_move_t *m, int row, unsigned width, int64_t value,
                               order_set_t orders) {
    operand_t constant;
    if (!operand_constant(width, (uint64_t)value & width_mask(width), &constant)) return;
    int other = orders_row(m->domain, m->table, constant);
    if (other >= 0) order_table_add(m->table, (unsigned)row, (unsigned)other, orders);
}

/* May the next number, up or down, be the one at the other end? */
static bool may_wrap(const orders_move_t *m, int row, unsigned width, bool up, bool is_signed) {
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
static int next_row(orders_move_t *m, int row, unsigned width, bool up) {
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

static int remainder_row(orders_move_t *m, const expr_t *e) {
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

static void learn(orders_move_t *m, const expr_t *cond, bool truth);

/* Is it excluded that the condition has this truth? */
static bool excludes(const orders_move_t *m, const expr_t *cond, bool truth) {
    orders_move_t supposed = *m;
    supposed.table = &m->domain->other;
    *supposed.table = *m->table;
    learn(&supposed, cond, truth);
    order_table_close(supposed.table);
    return supposed.table->is_impossible;
}

/* The truth of a comparison as a number. */
static int truth_row(orders_move_t *m, const expr_t *cond, unsigned width) {
    if (m->table == &m->domain->other) return -1; /* conditions in conditions */
    bool is_true = excludes(m, cond, false), is_false = !is_true && excludes(m, cond, true);
    operand_t constant;
    if ((is_true || is_false) && operand_constant(width, is_true, &constant))
        return orders_row(m->domain, m->table, constant);
    int row = order_table_new_row(m->table, width);
    if (row >= 0) add_constant_order(m, row, width, 1, ORDER_LEU);
    return row;
}

/* The row of the value of an expression, or -1. */
static int row_of_expr(orders_move_t *m, const expr_t *e) {
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

static void learn_comparison(orders_move_t *m, const expr_t *cond, bool truth) {
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

static void learn(orders_move_t *m, const expr_t *cond, bool truth) {
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

/* Tallies are no memory, and nobody reaches into the stacks of other threads. */
static bool is_beyond_reach(const orders_move_t *m, variable_t variable) {
    if (variable_kind(variable) != VARIABLE_CELL) return true;
    unsigned owner = memory_owner(variable);
    return (owner && owner != m->step->thread) || variable_address(variable) < LAYOUT_STATIC_BASE;
}

static void lose(orders_move_t *m, loss_t loss) {
    for (unsigned i = m->table->count; i-- > 0;) {
        variable_t variable = m->table->operands[i];
        if (operand_is_constant(variable)) continue;
        if (loss.kind == LOSS_REACH && is_beyond_reach(m, variable)) continue;
        if (loss_takes(&loss, m->domain->program, m->step, variable))
            order_table_remove(m->table, i);
    }
}

/* All but registers of the moving thread that are not read again. What a variable was
 * may yet be what tells its thread from others, if it is compared with other
 * variables somewhere: a ticket is not read again by who is served. */
static bool is_of_use(const orders_move_t *m, variable_t variable) {
    return variable_kind(variable) != VARIABLE_REG ||
           variable_thread(variable) != m->step->thread || live_in(m->step->after, variable) ||
           m->domain->relates[variable_function(variable)][variable_reg_number(variable)];
}

static void drop_dead(orders_move_t *m) {
    for (unsigned i = m->table->count; i-- > 0;)
        if (!operand_is_constant(m->table->operands[i]) && !is_of_use(m, m->table->operands[i]))
            order_table_remove(m->table, i);
}

/* Writing: the value gets a row of its own before what it replaces is gone. */

static bool save_value(orders_move_t *m, const expr_t *e) {
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
static void give(orders_move_t *m, bool has_value, variable_t variable) {
    unsigned width = variable_width(m->domain->program, variable);
    int old = order_table_find(m->table, variable);
    if (old >= 0) order_table_remove(m->table, (unsigned)old);
    int saved = has_value ? order_table_find(m->table, OPERAND_SAVED) : -1;
    if (saved >= 0 && m->table->widths[saved] == width)
        m->table->operands[saved] = variable;
    else if (saved >= 0)
        order_table_remove(m->table, (unsigned)saved);
}

static void set_register(orders_move_t *m, variable_t target, const expr_t *e) {
    give(m, save_value(m, e), target);
}

static void do_store(orders_move_t *m) {
    const edge_t *edge = m->step->edge;
    uint64_t address;
    variable_t cell;
    if (!known(m, edge->address, &address)) {
        lose(m, (loss_t){.kind = LOSS_REACH});
        return;
    }
    bool saved = save_value(m, edge->value);
    bool is_cell = cell_of(m, edge->address, edge->type, &cell);
    lose(m, (loss_t){LOSS_RANGE, address, edge->type->size, 0});
    if (is_cell) give(m, saved, cell);
}

static void do_call(orders_move_t *m) {
    const edge_t *edge = m->step->edge;
    uint32_t depth = step_depth(m->step) + 1;
    if (m->step->after->unsupported) return;
    for (size_t i = 0; i < edge->arg_count && i < edge->callee->param_count; i++)
        set_register(m, variable_reg(m->step->thread, depth, edge->callee, (reg_t)i),
                     edge->args[i]);
}

static void do_return(orders_move_t *m) {
    const edge_t *edge = m->step->edge;
    uint32_t depth = step_depth(m->step);
    const edge_t *call = step_frame(m->step, depth)->call;
    bool saved = save_value(m, edge->value);
    lose(m, (loss_t){.kind = LOSS_FRAMES, .depth = depth});
    if (call && call->target != NO_REG)
        give(m, saved, step_register(m->step, depth - 1, call->target));
}

static void do_create(orders_move_t *m) {
    const edge_t *edge = m->step->edge;
    if (m->step->after->unsupported) return;
    bool has_argument = edge->value && edge->callee->param_count;
    if (has_argument)
        set_register(m, variable_reg((unsigned)m->step->outcome, 0, edge->callee, 0), edge->value);
    if (edge->address) lose(m, (loss_t){.kind = LOSS_REACH});
}

static void move(orders_move_t *m) {
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
    case EDGE_EXIT: lose(m, (loss_t){.kind = LOSS_FRAMES, .depth = 0}); return;
    case EDGE_THREAD_CREATE: do_create(m); return;
    case EDGE_HAVOC_OBJECT:
        lose(m, (loss_t){LOSS_RANGE, memory_address(m->step->before, m->step->thread, edge->object),
                         edge->object->type->size, 0});
        return;
    default:
        if (edge->target != NO_REG)
            set_register(m, step_register(m->step, step_depth(m->step), edge->target),
                         edge->kind == EDGE_ASSIGN ? edge->value : NULL);
    }
}

/* Tallies. */

static void raise_number(orders_move_t *m, variable_t variable) {
    int row = orders_row(m->domain, m->table, variable);
    if (row < 0) return;
    order_table_close(m->table);
    int next = next_row(m, row, 32, true);
    order_table_close(m->table);
    order_table_remove(m->table, (unsigned)row);
    if (next == (int)m->table->count) next = row; /* the last row takes the place of the removed */
    if (next >= 0) m->table->operands[next] = variable;
}

static void count(orders_move_t *m) {
    const edge_t *edge = m->step->edge;
    for (size_t i = 0; i < m->domain->tallies.len; i++) {
        const tally_t *tally = &m->domain->tallies.data[i];
        if (edge == tally->edge) raise_number(m, pair_proof_done(i));
        if (edge->kind == EDGE_THREAD_CREATE && edge->callee == tally->routine)
            raise_number(m, pair_proof_made(i));
    }
}

const orders_t *orders_transfer(orders_domain_t *domain, const orders_t *before, const step_t *step,
                                threading_query_t query, void *context) {
    orders_move_t m = {domain, &domain->table, step, query, context};
    orders_unpack(domain, m.table, before);
    move(&m);
    count(&m);
    order_table_close(m.table);
    if (m.table->is_impossible) return NULL;
    bool runs = step->thread < step->after->thread_count &&
                step->after->threads[step->thread].status == THREAD_RUNNING;
    if (runs) drop_dead(&m);
    return orders_pack(domain, m.table);
}
