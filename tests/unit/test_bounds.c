#include "cfa/passes.h"
#include "engine/crowd/bounds.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_build.h"

/* One edge over two registers of 32 bits, from states in which they lie in known
 * ranges. */
typedef struct {
    build_t b;
    reg_t a, c, target;
    edge_t *edge;
    threading_t *threading;
    bounds_domain_t *domain;
    step_t step;
} one_edge_t;

static bool only_constants(void *context, const configuration_t *where, uint32_t thread,
                           const expr_t *expr, uint64_t *value) {
    (void)context;
    (void)where;
    (void)thread;
    if (expr->kind == EXPR_CONST) *value = expr->value;
    return expr->kind == EXPR_CONST;
}

static one_edge_t begin(void) {
    one_edge_t o = {.b = build_new()};
    build_function(&o.b, "main", 0);
    o.a = build_reg(&o.b, "a");
    o.c = build_reg(&o.b, "c");
    o.target = build_reg(&o.b, "t");
    return o;
}

/* The edge is made by now. false: it can never be passed and was removed. */
static bool prepare(one_edge_t *o) {
    S_return(&o->b, E_add(&o->b, E_reg(&o->b, o->a),
                          E_add(&o->b, E_reg(&o->b, o->c), E_reg(&o->b, o->target))));
    passes_run(o->b.p);
    o->threading = threading_new(o->b.p, 4, 4);
    o->domain = bounds_domain_new(o->b.p);
    const configuration_t *start = threading_initial(o->threading);
    steps_t steps = {0};
    threading_steps(o->threading, start, 0, only_constants, NULL, &steps);
    bool is_there = steps.len == 1;
    if (is_there) o->step = steps.data[0];
    VEC_FREE(steps);
    return is_there;
}

static void end(one_edge_t *o) {
    bounds_domain_delete(o->domain);
    threading_delete(o->threading);
    program_delete(o->b.p);
}

static variable_t name(const one_edge_t *o, reg_t reg) {
    return variable_reg(0, 0, o->b.p->main, reg);
}

static const bounds_t *go(one_edge_t *o, range_t a, range_t c) {
    bound_t items[2] = {{name(o, o->a), a}, {name(o, o->c), c}};
    return bounds_transfer(o->domain, bounds_intern(o->domain, items, 2), &o->step, only_constants,
                           NULL);
}

static bool contains(const bounds_t *bounds, variable_t variable, uint64_t value) {
    int64_t number = sign_extend(value, 32);
    for (uint32_t i = 0; i < bounds->count; i++)
        if (bounds->at[i].variable == variable) {
            range_t r = bounds->at[i].range;
            return r.low <= number && number <= r.high && !(r.not_zero && number == 0);
        }
    return true;
}

static uint64_t seed = 88172645463325252u;
static uint64_t next_random(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static int64_t random_number(void) {
    static const int64_t edges[] = {0, 1, -1, 2, 10, -10, INT32_MAX, INT32_MIN, INT32_MAX - 1, 255};
    return next_random() % 3 ? (int64_t)(next_random() % 41) - 20 : edges[next_random() % 10];
}

static const expr_t *random_expr(one_edge_t *o, int depth, unsigned width);

static const expr_t *random_truth(one_edge_t *o, int depth) {
    static const expr_kind_t kinds[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
    exprs_t *exprs = o->b.p->exprs;
    switch (depth ? next_random() % 4 : 3) {
    case 0: return expr_unary(exprs, EXPR_NOT, random_truth(o, depth - 1));
    case 1:
        return expr_binary(exprs, next_random() % 2 ? EXPR_AND : EXPR_OR,
                           random_truth(o, depth - 1), random_truth(o, depth - 1));
    default:
        return expr_binary(exprs, kinds[next_random() % 5], random_expr(o, depth, 32),
                           random_expr(o, depth, 32));
    }
}

static const expr_t *random_expr(one_edge_t *o, int depth, unsigned width) {
    exprs_t *exprs = o->b.p->exprs;
    static const expr_kind_t kinds[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL,  EXPR_SREM,
                                        EXPR_AND, EXPR_OR,  EXPR_UREM, EXPR_SHL};
    unsigned pick = depth ? next_random() % 9 : next_random() % 3;
    if (pick < 2)
        return expr_resize(exprs, E_reg(&o->b, pick ? o->a : o->c), width, next_random() % 2);
    if (pick == 2) return expr_const(exprs, width, (uint64_t)random_number() & width_mask(width));
    if (pick == 3) return expr_unary(exprs, EXPR_NEG, random_expr(o, depth - 1, width));
    if (pick == 4)
        return expr_ite(exprs, random_truth(o, depth - 1), random_expr(o, depth - 1, width),
                        random_expr(o, depth - 1, width));
    if (pick == 5)
        return expr_resize(exprs, random_expr(o, depth - 1, width == 32 ? 8 : 32), width,
                           next_random() % 2);
    if (pick == 6) return expr_resize(exprs, random_truth(o, depth - 1), width, false);
    return expr_binary(exprs, kinds[next_random() % 8], random_expr(o, depth - 1, width),
                       random_expr(o, depth - 1, width));
}

static uint64_t compute(const one_edge_t *o, const expr_t *e, uint64_t a, uint64_t c) {
    uint64_t args[3] = {0};
    if (e->kind == EXPR_CONST) return e->value;
    if (e->kind == EXPR_REG) return e->reg == o->a ? a : c;
    for (unsigned i = 0; i < e->arity; i++) args[i] = compute(o, e->a[i], a, c);
    return expr_apply(e->kind, e->width, e->a[0]->width, args[0], args[1], args[2]);
}

static range_t random_range(int64_t value) {
    range_t r = range_all(32);
    if (next_random() % 4) r.low = value - (int64_t)(next_random() % 5);
    if (next_random() % 4) r.high = value + (int64_t)(next_random() % 5);
    if (r.low < INT32_MIN) r.low = INT32_MIN;
    if (r.high > INT32_MAX) r.high = INT32_MAX;
    r.not_zero = value != 0 && next_random() % 2;
    return r;
}

/* Whatever the registers are within their ranges, the result is within its own. */
TEST(no_value_is_lost) {
    size_t learned = 0, excluded = 0;
    for (int round = 0; round < 4000; round++) {
        one_edge_t o = begin();
        bool assigns = round % 2;
        const expr_t *e = assigns ? random_expr(&o, 3, 32) : random_truth(&o, 3);
        o.edge = assigns ? S_assign(&o.b, o.target, e) : S_assume(&o.b, e);
        bool is_there = prepare(&o);
        for (int i = 0; is_there && i < 20; i++) {
            uint64_t a = (uint64_t)random_number() & 0xffffffff;
            uint64_t c = (uint64_t)random_number() & 0xffffffff;
            const bounds_t *after =
                go(&o, random_range(sign_extend(a, 32)), random_range(sign_extend(c, 32)));
            uint64_t result = compute(&o, e, a, c);
            if (!assigns && !result) continue;
            excluded += !after;
            if (!after) continue;
            learned += after->count;
            CHECK(contains(after, name(&o, o.a), a));
            CHECK(contains(after, name(&o, o.c), c));
            if (assigns) CHECK(contains(after, name(&o, o.target), result));
        }
        end(&o);
    }
    CHECK_EQ(excluded, 0);
    CHECK(learned > 1000);
}

TEST(conditions_narrow) {
    one_edge_t o = begin();
    /* !(a == 0) && a < c */
    S_assume(&o.b, expr_binary(o.b.p->exprs, EXPR_AND,
                               E_not(&o.b, E_eq(&o.b, E_reg(&o.b, o.a), E_int(&o.b, 0))),
                               E_lt(&o.b, E_reg(&o.b, o.a), E_reg(&o.b, o.c))));
    CHECK(prepare(&o));
    const bounds_t *after = go(&o, (range_t){0, 9, false}, (range_t){-5, 5, false});
    CHECK(after != NULL);
    CHECK_EQ(after->at[0].range.low, 1);
    CHECK_EQ(after->at[0].range.high, 4);
    CHECK_EQ(after->at[1].range.low, 2);
    CHECK(go(&o, (range_t){5, 9, false}, (range_t){-5, 5, false}) == NULL);
    end(&o);
}
