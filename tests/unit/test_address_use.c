#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/address_use.h"
#include "cfa/passes.h"

/* main with p and q that point into x and y; what an operator of them uses. */
typedef struct {
    build_t b;
    object_t *x, *y;
    reg_t p, q, r, n;
} uses_t;

static uses_t build_uses(void) {
    uses_t u = {.b = build_new()};
    build_t *b = &u.b;
    build_function(b, "main", b->i32, NULL, NULL);
    u.x = build_global(b, "x", b->i32);
    u.y = build_global(b, "y", b->i32);
    u.p = build_reg(b, "p", b->intp);
    u.q = build_reg(b, "q", b->intp);
    u.r = build_reg(b, "r", b->intp);
    u.n = build_reg(b, "n", b->u32);
    build_assign(b, u.p, build_addr(b, u.x));
    build_assign(b, u.q, build_addr(b, u.y));
    build_assign(b, u.r, build_add(b, build_addr(b, u.x), build_const(b, 4)));
    build_havoc(b, u.n);
    return u;
}

static address_use_t use(uses_t *u, expr_kind_t kind, const expr_t *a, const expr_t *b) {
    const expr_t *e = expr_binary(u->b.exprs, kind, a, b);
    return address_use(u->b.program, u->b.function, e);
}

TEST(operators_that_look_at_where_objects_lie) {
    uses_t u = build_uses();
    build_t *b = &u.b;
    const expr_t *p = build_read(b, u.p), *q = build_read(b, u.q), *r = build_read(b, u.r);
    const expr_t *n = build_read(b, u.n), *one = build_const(b, 1), *zero = build_const(b, 0);
    /* Their values live until here. */
    const expr_t *all = build_add(b, build_add(b, p, q), build_add(b, r, n));
    build_store(b, build_addr(b, u.x), b->i32, all);
    build_return(b, zero);
    passes_run(b->program);
    CHECK_EQ(use(&u, EXPR_ULT, p, q), ADDRESS_USE_ORDER);
    CHECK_EQ(use(&u, EXPR_SUB, q, p), ADDRESS_USE_ORDER);
    CHECK_EQ(use(&u, EXPR_EQ, p, q), ADDRESS_USE_EQUAL);
    CHECK_EQ(use(&u, EXPR_ADD, p, q), ADDRESS_USE_SUM);
    CHECK_EQ(use(&u, EXPR_UDIV, p, build_const(b, 16)), ADDRESS_USE_NUMBER);
    CHECK_EQ(use(&u, EXPR_ULT, p, n), ADDRESS_USE_ORDER);
    /* Inside of one object, beside null, or not with addresses. */
    CHECK_EQ(use(&u, EXPR_ULT, p, r), ADDRESS_USE_NONE);
    CHECK_EQ(use(&u, EXPR_SUB, r, p), ADDRESS_USE_NONE);
    CHECK_EQ(use(&u, EXPR_EQ, p, r), ADDRESS_USE_NONE);
    CHECK_EQ(use(&u, EXPR_EQ, p, zero), ADDRESS_USE_NONE);
    CHECK_EQ(use(&u, EXPR_ULT, p, one), ADDRESS_USE_NONE);
    CHECK_EQ(use(&u, EXPR_ADD, p, n), ADDRESS_USE_NONE);
    CHECK_EQ(use(&u, EXPR_SUB, p, n), ADDRESS_USE_NONE);
    CHECK_EQ(use(&u, EXPR_UDIV, n, build_const(b, 16)), ADDRESS_USE_NONE);
    program_delete(b->program);
}

TEST(low_bits_are_what_the_type_says) {
    uses_t u = build_uses();
    build_t *b = &u.b;
    const expr_t *p = build_read(b, u.p);
    build_store(b, p, b->i32, build_const(b, 1));
    build_return(b, build_const(b, 0));
    passes_run(b->program);
    CHECK_EQ(use(&u, EXPR_AND, p, build_const(b, 3)), ADDRESS_USE_NONE);
    CHECK_EQ(use(&u, EXPR_AND, p, build_const(b, 7)), ADDRESS_USE_NUMBER);
    CHECK_EQ(use(&u, EXPR_AND, p, build_const(b, ~UINT64_C(3) & UINT32_MAX)), ADDRESS_USE_NONE);
    CHECK_EQ(use(&u, EXPR_AND, p, build_const(b, ~UINT64_C(7) & UINT32_MAX)), ADDRESS_USE_NUMBER);
    CHECK_EQ(use(&u, EXPR_OR, p, build_const(b, 1)), ADDRESS_USE_NONE);
    CHECK_EQ(use(&u, EXPR_OR, p, build_const(b, 4)), ADDRESS_USE_NUMBER);
    CHECK_EQ(use(&u, EXPR_UREM, p, build_const(b, 4)), ADDRESS_USE_NONE);
    CHECK_EQ(use(&u, EXPR_UREM, p, build_const(b, 8)), ADDRESS_USE_NUMBER);
    CHECK_EQ(use(&u, EXPR_UREM, p, build_const(b, 3)), ADDRESS_USE_NUMBER);
    program_delete(b->program);
}

TEST(edges_are_marked) {
    uses_t u = build_uses();
    build_t *b = &u.b;
    const expr_t *p = build_read(b, u.p), *q = build_read(b, u.q);
    const expr_t *less = expr_binary(b->exprs, EXPR_ULT, p, q);
    edge_t *order = build_store(b, p, b->i32, expr_resize(b->exprs, less, 32, false));
    edge_t *plain = build_store(b, q, b->i32, build_const(b, 1));
    edge_t *either = build_store(b, q, b->i32, expr_resize(b->exprs, less, 32, false));
    either->ignores_layout = true;
    build_return(b, build_const(b, 0));
    passes_run(b->program);
    CHECK(order->uses_layout);
    CHECK(!plain->uses_layout);
    CHECK(!either->uses_layout);
    program_delete(b->program);
}
