#include "cfa/passes.h"
#include "cfa/result.h"
#include "engine/crowd/orders_internal.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_build.h"

#include <string.h>

/* How variables compare: whatever is said must hold of the values of some run. */

static uint64_t seed = 88172645463325252u;
static uint64_t next_random(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static uint64_t random_number(void) {
    static const int64_t edges[] = {0, 1, -1, 2, 10, -10, INT32_MAX, INT32_MIN, INT32_MAX - 1, 255};
    int64_t number =
        next_random() % 3 ? (int64_t)(next_random() % 7) - 3 : edges[next_random() % 10];
    return (uint64_t)number & width_mask(32);
}

static bool holds(order_set_t orders, uint64_t a, uint64_t b) {
    int64_t x = sign_extend(a, 32), y = sign_extend(b, 32);
    const bool truths[] = {x <= y, x<y, a <= b, a<b, x >= y, x> y, a >= b, a> b, a != b, a == b};
    if (orders & ORDER_NEXT && b != ((a + 1) & width_mask(32))) return false;
    if (orders & ORDER_PREVIOUS && a != ((b + 1) & width_mask(32))) return false;
    for (unsigned i = 0; i < 10; i++)
        if (orders >> i & 1 && !truths[i]) return false;
    return true;
}

TEST(closed_tables_say_what_follows) {
    order_table_t table = {0};
    operand_t x = 1, y = 2, z = 3, ten;
    CHECK(operand_constant(32, 10, &ten));
    unsigned rx = (unsigned)order_table_row(&table, x, 32);
    unsigned ry = (unsigned)order_table_row(&table, y, 32);
    unsigned rz = (unsigned)order_table_row(&table, z, 32);
    unsigned rten = (unsigned)order_table_row(&table, ten, 32);
    order_table_add(&table, rx, ry, ORDER_LES);
    order_table_add(&table, ry, rz, ORDER_LES);
    order_table_add(&table, rx, ry, ORDER_NE);
    order_table_add(&table, rz, rten, ORDER_EQ);
    order_table_close(&table);
    CHECK(!table.is_impossible);
    CHECK(table.orders[rx][rz] & ORDER_LTS);
    CHECK(table.orders[rten][rx] & ORDER_GTS);
    CHECK(!(table.orders[rx][rz] & ORDER_LEU)); /* x may be negative */
    order_table_add(&table, rz, rx, ORDER_EQ);
    order_table_close(&table);
    CHECK(table.is_impossible);
}

TEST(what_holds_of_values_is_possible_and_stays_true) {
    for (int round = 0; round < 20000; round++) {
        order_table_t table = {0};
        uint64_t values[6];
        for (unsigned i = 0; i < 6; i++) {
            operand_t operand = i + 1;
            values[i] = random_number();
            if (i >= 4) CHECK(operand_constant(32, values[i], &operand));
            if (order_table_find(&table, operand) < 0) order_table_row(&table, operand, 32);
        }
        for (int n = 0; n < 8; n++) {
            unsigned a = next_random() % table.count, b = next_random() % table.count;
            order_set_t orders = (order_set_t)(1u << next_random() % 12);
            if (holds(orders, values[a], values[b])) order_table_add(&table, a, b, orders);
        }
        order_table_close(&table);
        CHECK(!table.is_impossible);
        for (unsigned a = 0; a < table.count; a++)
            for (unsigned b = 0; b < table.count; b++)
                CHECK(holds(table.orders[a][b], values[a], values[b]));
    }
}

/* A straight program over four registers that one run passes from end to end. */
enum { REGS = 4, STEPS = 10 };

typedef struct {
    build_t b;
    reg_t regs[REGS];
    uint64_t values[REGS];
} straight_t;

static uint64_t compute(const straight_t *s, const expr_t *e) {
    uint64_t args[3] = {0};
    if (e->kind == EXPR_CONST) return e->value;
    for (unsigned i = 0; e->kind == EXPR_REG && i < REGS; i++)
        if (e->reg == s->regs[i]) return s->values[i];
    for (unsigned i = 0; i < e->arity; i++) args[i] = compute(s, e->a[i]);
    return expr_apply(e->kind, e->width, e->a[0]->width, args[0], args[1], args[2]);
}

static const expr_t *random_operand(straight_t *s) {
    if (next_random() % 4 == 0) return expr_const(s->b.p->exprs, 32, random_number());
    return E_reg(&s->b, s->regs[next_random() % REGS]);
}

static const expr_t *random_value(straight_t *s) {
    static const expr_kind_t kinds[] = {EXPR_ADD, EXPR_SUB, EXPR_SREM, EXPR_UREM, EXPR_MUL};
    if (next_random() % 3 == 0) return random_operand(s);
    const expr_t *second =
        next_random() % 3 ? E_int(&s->b, (int64_t)(next_random() % 5) - 2) : random_operand(s);
    return expr_binary(s->b.p->exprs, kinds[next_random() % 5], random_operand(s), second);
}

static const expr_t *random_truth(straight_t *s, int depth) {
    static const expr_kind_t kinds[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
    exprs_t *exprs = s->b.p->exprs;
    switch (depth ? next_random() % 5 : 4) {
    case 0: return expr_unary(exprs, EXPR_NOT, random_truth(s, depth - 1));
    case 1:
        return expr_binary(exprs, next_random() % 2 ? EXPR_AND : EXPR_OR,
                           random_truth(s, depth - 1), random_truth(s, depth - 1));
    default:
        return expr_binary(exprs, kinds[next_random() % 5], random_operand(s), random_value(s));
    }
}

static straight_t build_straight(uint64_t start[REGS]) {
    straight_t s = {.b = build_new()};
    build_function(&s.b, "main", 0);
    for (unsigned i = 0; i < REGS; i++) s.regs[i] = build_reg(&s.b, "r");
    for (unsigned i = 0; i < REGS; i++) {
        S_havoc(&s.b, s.regs[i]);
        start[i] = s.values[i] = random_number();
    }
    for (int n = 0; n < STEPS; n++) {
        if (next_random() % 2) {
            const expr_t *condition = random_truth(&s, 2);
            if (!compute(&s, condition)) condition = E_not(&s.b, condition);
            S_assume(&s.b, condition);
        } else {
            const expr_t *value = random_value(&s);
            unsigned target = next_random() % REGS;
            S_assign(&s.b, s.regs[target], value);
            s.values[target] = compute(&s, value);
        }
    }
    const expr_t *sum = E_int(&s.b, 0);
    for (unsigned i = 0; i < REGS; i++) sum = E_add(&s.b, sum, E_reg(&s.b, s.regs[i]));
    S_return(&s.b, sum);
    passes_run(s.b.p);
    return s;
}

static bool only_constants(void *context, const configuration_t *where, uint32_t thread,
                           const expr_t *expr, uint64_t *value) {
    (void)context;
    (void)where;
    (void)thread;
    if (expr->kind == EXPR_CONST) *value = expr->value;
    return expr->kind == EXPR_CONST;
}

static uint64_t value_of(const straight_t *s, operand_t operand) {
    if (operand_is_constant(operand)) return (uint64_t)operand_value(operand) & width_mask(32);
    for (unsigned i = 0; i < REGS; i++)
        if (variable_reg_number(operand) == s->regs[i]) return s->values[i];
    CHECK(false);
    return 0;
}

TEST(steps_keep_what_is_true_of_the_run) {
    size_t facts = 0, fewer = 0;
    for (int round = 0; round < 1500; round++) {
        uint64_t start[REGS];
        straight_t s = build_straight(start);
        memcpy(s.values, start, sizeof start);
        threading_t *threading = threading_new(s.b.p, 4, 4);
        orders_domain_t *domain = orders_domain_new(s.b.p);
        const configuration_t *at = threading_initial(threading);
        const orders_t *orders = orders_none(domain);
        steps_t steps = {0};
        for (;;) {
            VEC_CLEAR(steps);
            threading_steps(threading, at, 0, only_constants, NULL, &steps);
            if (steps.len != 1 || steps.data[0].edge->kind == EDGE_RETURN) break;
            const edge_t *edge = steps.data[0].edge;
            orders = orders_transfer(domain, orders, &steps.data[0], only_constants, NULL);
            CHECK(orders != NULL);
            if (!orders) break;
            for (unsigned i = 0; edge->kind == EDGE_ASSIGN && i < REGS; i++)
                if (edge->target == s.regs[i]) s.values[i] = compute(&s, edge->value);
            for (uint32_t i = 0; i < orders->count; i++, facts++)
                CHECK(holds(orders->at[i].orders, value_of(&s, orders->at[i].a),
                            value_of(&s, orders->at[i].b)));
            const orders_t *reduced = orders_reduce(domain, orders);
            order_table_t table;
            orders_unpack(domain, &table, reduced);
            order_table_close(&table);
            CHECK(orders_pack(domain, &table) == orders);
            fewer += orders->count - reduced->count;
            at = steps.data[0].after;
        }
        VEC_FREE(steps);
        orders_domain_delete(domain);
        threading_delete(threading);
        program_delete(s.b.p);
    }
    CHECK(facts > 10000);
    CHECK(fewer > facts / 2);
}
