#include "engine/crowd/orders_internal.h"

#include "cfa/layout.h"
#include "cfa/result.h"
#include "cpa/core/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CONSTANTS = 6 }; /* of one width */

typedef struct {
    const order_fact_t *items;
    size_t count;
} order_fact_list_t;

/* Interning. */

static bool same_orders(const void *in_table, const void *key) {
    const orders_t *a = in_table;
    const order_fact_list_t *b = key;
    if (a->count != b->count) return false;
    for (size_t i = 0; i < b->count; i++)
        if (a->at[i].a != b->items[i].a || a->at[i].b != b->items[i].b ||
            a->at[i].orders != b->items[i].orders)
            return false;
    return true;
}

static const orders_t *intern(orders_domain_t *domain) {
    order_fact_list_t key = {domain->items.data, domain->items.len};
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

int orders_row(const orders_domain_t *domain, order_table_t *table, operand_t operand) {
    unsigned width = width_of(domain, operand);
    if (width < 8) return -1;
    int row = order_table_row(table, operand, width);
    for (size_t i = 0; row >= 0 && i < domain->constants.len; i++)
        if (operand_width(domain->constants.data[i]) == width)
            order_table_row(table, domain->constants.data[i], width);
    return row;
}

static void enter_fact(const orders_domain_t *domain, order_table_t *table,
                       const order_fact_t *fact) {
    int a = orders_row(domain, table, fact->a), b = orders_row(domain, table, fact->b);
    if (a >= 0 && b >= 0) order_table_add(table, (unsigned)a, (unsigned)b, fact->orders);
}

static void enter(const orders_domain_t *domain, order_table_t *table, const orders_t *orders) {
    for (uint32_t i = 0; i < orders->count; i++) enter_fact(domain, table, &orders->at[i]);
}

void orders_unpack(const orders_domain_t *domain, order_table_t *table, const orders_t *orders) {
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

const orders_t *orders_pack(orders_domain_t *domain, const order_table_t *table) {
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
    orders_unpack(domain, &domain->table, a);
    enter(domain, &domain->table, b);
    order_table_close(&domain->table);
    return domain->table.is_impossible ? NULL : orders_pack(domain, &domain->table);
}

/* Do the facts say all that one of them does, if it says no more than this itself? */
static bool is_said(const orders_domain_t *domain, order_table_t *table, const order_fact_t *facts,
                    size_t count, size_t one, order_set_t less) {
    table->count = 0;
    table->is_impossible = false;
    for (size_t i = 0; i < count; i++) {
        order_fact_t fact = facts[i];
        if (i == one) fact.orders = less;
        enter_fact(domain, table, &fact);
    }
    order_table_close(table);
    int a = order_table_find(table, facts[one].a), b = order_table_find(table, facts[one].b);
    return a >= 0 && b >= 0 && !(facts[one].orders & ~table->orders[a][b]);
}

const orders_t *orders_reduce(orders_domain_t *domain, const orders_t *orders) {
    static const order_set_t kinds[] = {
        ORDER_LEU | ORDER_LTU | ORDER_GEU | ORDER_GTU,
        ORDER_LES | ORDER_LTS | ORDER_GES | ORDER_GTS,
        ORDER_NE,
        ORDER_EQ | ORDER_NEXT | ORDER_PREVIOUS,
    };
    VEC_CLEAR(domain->items);
    for (uint32_t i = 0; i < orders->count; i++) VEC_PUSH(domain->items, orders->at[i]);
    for (size_t i = domain->items.len; i-- > 0;) {
        order_fact_t *fact = &domain->items.data[i];
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            order_set_t less = fact->orders & (order_set_t)~kinds[k];
            if (less != fact->orders &&
                is_said(domain, &domain->table, domain->items.data, domain->items.len, i, less))
                fact->orders = less;
        }
        if (!fact->orders) *fact = domain->items.data[--domain->items.len];
    }
    return sort_and_intern(domain);
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
    orders_unpack(domain, table, orders);
    for (size_t i = 0; i < dropped_count; i++) {
        int row = order_table_find(table, dropped[i].variable);
        if (row >= 0) order_table_remove(table, (unsigned)row);
    }
    for (size_t i = 0; i < value_count; i++) {
        operand_t constant;
        unsigned width = variable_width(domain->program, values[i].variable);
        int row = orders_row(domain, table, values[i].variable);
        if (row < 0 || !operand_constant(width, values[i].value, &constant)) continue;
        int fixed = order_table_row(table, constant, width);
        if (fixed >= 0) order_table_add(table, (unsigned)row, (unsigned)fixed, ORDER_EQ);
    }
    if (value_count) order_table_close(table);
    return orders_pack(domain, table);
}

/* Tallies. */

void orders_count(orders_domain_t *domain, const edge_t *edge, const function_t *routine) {
    VEC_PUSH(domain->tallies, (tally_t){edge, routine});
}

const orders_t *orders_of_claims(orders_domain_t *domain, const orders_claim_t *claims,
                                 size_t count) {
    order_table_t *table = &domain->table;
    orders_unpack(domain, table, orders_none(domain));
    for (size_t i = 0; i < count; i++) {
        int less = orders_row(domain, table, claims[i].less),
            more = orders_row(domain, table, claims[i].more);
        if (less >= 0 && more >= 0)
            order_table_add(table, (unsigned)less, (unsigned)more,
                            claims[i].strictly ? ORDER_LTS : ORDER_LES);
    }
    order_table_close(table);
    return orders_pack(domain, table);
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
        if (s & (ORDER_LES | ORDER_LTS))
            parts[count++] = term_bv(terms, s & ORDER_LTS ? TERM_BVSLT : TERM_BVSLE, a, b);
        if (s & (ORDER_GES | ORDER_GTS))
            parts[count++] = term_bv(terms, s & ORDER_GTS ? TERM_BVSLT : TERM_BVSLE, b, a);
        if (s & (ORDER_LEU | ORDER_LTU))
            parts[count++] = term_bv(terms, s & ORDER_LTU ? TERM_BVULT : TERM_BVULE, a, b);
        if (s & (ORDER_GEU | ORDER_GTU))
            parts[count++] = term_bv(terms, s & ORDER_GTU ? TERM_BVULT : TERM_BVULE, b, a);
        if (s & ORDER_NE) parts[count++] = term_not(terms, term_equal(terms, a, b));
        const term_t *fact = term_and_n(terms, parts, count);
        all = all ? term_and(terms, all, fact) : fact;
    }
    return all;
}
