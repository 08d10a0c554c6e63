#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/layout.h"
#include "cfa/own_address.h"
#include "cfa/passes.h"

/* A thread's routine with two locals, beside main with one; n is a number that is not known. */
typedef struct scene {
    build_t b;
    object_t *x, *y, *global, *of_main;
    function_t *routine;
    reg_t n, r;
} scene_t;

static scene_t scene_new(void) {
    scene_t s = {.b = build_new()};
    build_t *b = &s.b;
    s.global = build_global(b, "global", b->i32);
    s.routine = build_function(b, "routine", b->i32, NULL, NULL);
    s.x = build_local(b, "x", b->i32);
    s.y = build_local(b, "y", b->i32);
    s.n = build_reg(b, "n", b->i32);
    s.r = build_reg(b, "r", b->i32);
    build_havoc(b, s.n);
    return s;
}

/* Ends the routine, adds main and runs the passes. */
static void scene_end(scene_t *s) {
    build_t *b = &s->b;
    build_return(b, build_const(b, 0));
    build_function(b, "main", b->i32, NULL, NULL);
    s->of_main = build_local(b, "of_main", b->i32);
    build_create(b, build_addr(b, s->of_main), s->routine, NULL);
    build_return(b, build_const(b, 0));
    passes_run(b->program);
}

static const expr_t *binary(scene_t *s, expr_kind_t kind, const expr_t *a, const expr_t *c) {
    return expr_binary(s->b.program->exprs, kind, a, c);
}

/* Does the value depend on the thread? Asked of an assignment of it. */
static void check_value(scene_t *s, const edge_t *edge, bool expected, const char *what) {
    if (!CHECK(edge_computes_with_own_address(s->b.program, edge) == expected))
        printf("    %s\n", what);
}

TEST(sums_and_differences) {
    scene_t s = scene_new();
    build_t *b = &s.b;
    const expr_t *x = build_addr(b, s.x), *y = build_addr(b, s.y), *n = build_read(b, s.n);
    edge_t *plain = build_assign(b, s.r, x);
    edge_t *small = build_assign(b, s.r, build_add(b, x, build_const(b, 4)));
    edge_t *turned = build_assign(b, s.r, build_add(b, build_const(b, 4), x));
    edge_t *negative = build_assign(b, s.r, build_add(b, x, build_const(b, (uint32_t)-4)));
    edge_t *large = build_assign(b, s.r, build_add(b, x, build_const(b, LAYOUT_REGION_SIZE)));
    edge_t *unknown = build_assign(b, s.r, build_add(b, x, n));
    edge_t *two = build_assign(b, s.r, build_add(b, x, y));
    edge_t *difference = build_assign(b, s.r, binary(&s, EXPR_SUB, x, y));
    edge_t *less = build_assign(b, s.r, binary(&s, EXPR_SUB, x, build_const(b, 4)));
    edge_t *less_unknown = build_assign(b, s.r, binary(&s, EXPR_SUB, x, n));
    edge_t *from_number = build_assign(b, s.r, binary(&s, EXPR_SUB, n, x));
    edge_t *from_global = build_assign(b, s.r, binary(&s, EXPR_SUB, build_addr(b, s.global), x));
    edge_t *numbers = build_assign(b, s.r, build_add(b, n, n));
    edge_t *global = build_assign(b, s.r, build_add(b, build_addr(b, s.global), n));
    scene_end(&s);
    check_value(&s, plain, false, "x");
    check_value(&s, small, false, "x + 4");
    check_value(&s, turned, false, "4 + x");
    check_value(&s, negative, false, "x - 4 as a sum");
    check_value(&s, large, true, "x + region");
    check_value(&s, unknown, true, "x + n");
    check_value(&s, two, true, "x + y");
    check_value(&s, difference, false, "x - y");
    check_value(&s, less, false, "x - 4");
    check_value(&s, less_unknown, true, "x - n");
    check_value(&s, from_number, true, "n - x");
    check_value(&s, from_global, true, "global - x");
    check_value(&s, numbers, false, "n + n");
    check_value(&s, global, false, "global + n");
    program_delete(b->program);
}

TEST(comparisons_and_bits) {
    scene_t s = scene_new();
    build_t *b = &s.b;
    const expr_t *x = build_addr(b, s.x), *y = build_addr(b, s.y), *n = build_read(b, s.n);
    const expr_t *zero = build_const(b, 0), *global = build_addr(b, s.global);
    exprs_t *exprs = b->program->exprs;
    struct {
        const expr_t *condition;
        bool expected;
        const char *what;
        edge_t *edge;
    } rows[] = {
        {binary(&s, EXPR_EQ, x, y), false, "x == y", NULL},
        {binary(&s, EXPR_EQ, x, zero), false, "x == 0", NULL},
        {binary(&s, EXPR_EQ, zero, x), false, "0 == x", NULL},
        {binary(&s, EXPR_EQ, x, n), true, "x == n", NULL},
        {binary(&s, EXPR_EQ, n, x), true, "n == x", NULL},
        {binary(&s, EXPR_ULT, x, y), false, "x < y", NULL},
        {binary(&s, EXPR_ULT, x, global), true, "x < global", NULL},
        {binary(&s, EXPR_ULE, x, n), true, "x <= n", NULL},
        {binary(&s, EXPR_SLT, global, x), true, "global <s x", NULL},
        {binary(&s, EXPR_SLE, x, y), false, "x <=s y", NULL},
    };
    enum { COUNT = sizeof rows / sizeof *rows };
    for (int i = 0; i < COUNT; i++) {
        rows[i].edge = build_assign(b, s.r, expr_resize(exprs, rows[i].condition, 32, false));
    }
    edge_t *product = build_assign(b, s.r, build_mul(b, x, 4));
    edge_t *masked = build_assign(b, s.r, binary(&s, EXPR_AND, x, build_const(b, 7)));
    edge_t *inside = build_assign(b, s.r, build_add(b, build_const(b, 1), build_mul(b, x, 4)));
    scene_end(&s);
    for (int i = 0; i < COUNT; i++) check_value(&s, rows[i].edge, rows[i].expected, rows[i].what);
    check_value(&s, product, true, "x * 4");
    check_value(&s, masked, true, "x & 7");
    check_value(&s, inside, true, "x * 4 + 1");
    program_delete(b->program);
}

/* A place is inside of an object, so a number that is not known is an index there. */
TEST(places) {
    scene_t s = scene_new();
    build_t *b = &s.b;
    const expr_t *x = build_addr(b, s.x), *n = build_read(b, s.n);
    const expr_t *indexed = build_add(b, x, n);
    edge_t *load = build_assign(b, s.r, build_load(b, indexed, b->i32));
    edge_t *store = build_store(b, indexed, b->i32, n);
    edge_t *product = build_store(b, build_mul(b, x, 4), b->i32, n);
    edge_t *handed = build_store(b, build_addr(b, s.global), b->i32, x);
    edge_t *kept = build_store(b, build_addr(b, s.y), b->i32, x);
    edge_t *number = build_store(b, build_addr(b, s.global), b->i32, n);
    edge_t *assigned = build_assign(b, s.r, x);
    scene_end(&s);
    const program_t *program = b->program;
    check_value(&s, load, false, "*(x + n)");
    check_value(&s, store, false, "*(x + n) =");
    check_value(&s, product, true, "*(x * 4) =");
    CHECK(edge_hands_out_own_address(program, handed));
    CHECK(!edge_hands_out_own_address(program, kept));
    CHECK(!edge_hands_out_own_address(program, number));
    CHECK(!edge_hands_out_own_address(program, assigned));
    program_delete(b->program);
}

TEST(new_threads_and_main) {
    scene_t s = scene_new();
    build_t *b = &s.b;
    build_return(b, build_const(b, 0));
    function_t *other = build_function(b, "other", b->i32, "argument", b->i32);
    build_return(b, build_const(b, 0));
    build_function(b, "creator", b->i32, NULL, NULL);
    object_t *local = build_local(b, "local", b->i32);
    function_t *creator = b->program->functions.data[b->program->functions.len - 1];
    edge_t *hands = build_create(b, build_addr(b, s.global), other, build_addr(b, local));
    edge_t *plain = build_create(b, build_addr(b, s.global), other, build_const(b, 3));
    build_return(b, build_const(b, 0));
    build_function(b, "main", b->i32, NULL, NULL);
    s.of_main = build_local(b, "of_main", b->i32);
    reg_t r = build_reg(b, "r", b->i32);
    edge_t *stored = build_store(b, build_addr(b, s.global), b->i32, build_addr(b, s.of_main));
    edge_t *product = build_assign(b, r, build_mul(b, build_addr(b, s.of_main), 4));
    build_create(b, build_addr(b, s.global), s.routine, NULL);
    build_create(b, build_addr(b, s.global), creator, NULL);
    build_return(b, build_const(b, 0));
    passes_run(b->program);
    CHECK(edge_hands_out_own_address(b->program, hands));
    CHECK(!edge_hands_out_own_address(b->program, plain));
    CHECK(!edge_hands_out_own_address(b->program, stored));
    CHECK(!edge_computes_with_own_address(b->program, product));
    program_delete(b->program);
}
