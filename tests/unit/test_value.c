#include "cfa/passes.h"
#include "cpa/value/value.h"
#include "tests/unit/cpa_drive.h"
#include "tests/unit/test.h"

/* Follows one way through a program with the value analysis. */
typedef struct {
    drive_t d;
    cpa_t *cpa;
    part_t part;
    parts_t out;
} test_walk_t;

static test_walk_t walk_new(const program_t *p, bool track_all, bool split) {
    test_walk_t w = {.d = drive_new(p, 8, 10)};
    w.cpa = value_new(p, (value_options_t){.track_all = track_all, .split_bools = split});
    w.part = w.cpa->class->initial(w.cpa, w.d.at);
    return w;
}

static void walk_free(test_walk_t *w) {
    VEC_FREE(w->out);
    w->cpa->class->destroy(w->cpa);
    drive_free(&w->d);
}

/* The number of successors by the index-th step; goes on with the first. */
static size_t walk_take(test_walk_t *w, uint32_t thread, size_t index) {
    const configuration_t *before = w->d.at;
    VEC_CLEAR(w->out);
    if (!drive_take(&w->d, thread, index)) return 0;
    w->cpa->class->transfer(w->cpa, w->part, &w->d.last, &w->out);
    if (w->out.len)
        w->part = w->out.data[0];
    else
        w->d.at = before;
    return w->out.len;
}

static size_t walk_go(test_walk_t *w, uint32_t thread) {
    return walk_take(w, thread, 0);
}

/* The value of an expression, or UINT64_MAX for unknown. */
static uint64_t eval(test_walk_t *w, const expr_t *e) {
    uint64_t value;
    return value_evaluate(w->cpa, w->part, w->d.at, 0, e, &value) ? value : UINT64_MAX;
}
#define UNKNOWN UINT64_MAX

static const expr_t *E_bin(build_t *b, expr_kind_t kind, const expr_t *x, const expr_t *y) {
    return expr_binary(b->p->exprs, kind, x, y);
}

TEST(known_operands_decide_alone_where_they_can) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    reg_t k = build_reg(&b, "k"), u = build_reg(&b, "u");
    S_assign(&b, k, E_int(&b, 6));
    S_havoc(&b, u);
    S_store(&b, E_addr(&b, build_global(&b, "keep", b.i32)), E_add(&b, E_reg(&b, k), E_reg(&b, u)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true, false);
    walk_go(&w, 0);
    walk_go(&w, 0);
    const expr_t *ku = E_reg(&b, k), *uu = E_reg(&b, u);
    const expr_t *zero = E_bin(&b, EXPR_SUB, ku, E_int(&b, 6));
    CHECK_EQ(eval(&w, ku), 6);
    CHECK_EQ(eval(&w, uu), UNKNOWN);
    CHECK_EQ(eval(&w, E_add(&b, ku, uu)), UNKNOWN);
    CHECK_EQ(eval(&w, E_bin(&b, EXPR_MUL, zero, uu)), 0);
    CHECK_EQ(eval(&w, E_bin(&b, EXPR_AND, uu, zero)), 0);
    CHECK_EQ(eval(&w, E_bin(&b, EXPR_OR, uu, E_bin(&b, EXPR_SUB, zero, E_int(&b, 1)))), 0xffffffff);
    const expr_t *unknown_truth = E_eq(&b, uu, E_int(&b, 1));
    CHECK_EQ(eval(&w, unknown_truth), UNKNOWN);
    CHECK_EQ(eval(&w, expr_ite(b.p->exprs, unknown_truth, ku, E_add(&b, ku, zero))), 6);
    CHECK_EQ(eval(&w, expr_ite(b.p->exprs, unknown_truth, ku, uu)), UNKNOWN);
    CHECK_EQ(eval(&w, expr_ite(b.p->exprs, E_eq(&b, ku, E_int(&b, 6)), ku, uu)), 6);
    walk_free(&w);
    program_delete(b.p);
}

TEST(conditions_teach_values) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    x->init_unknown = true;
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_havoc(&b, r);
    S_assume(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 9)));
    S_assume(&b, E_eq(&b, E_load(&b, x), E_int(&b, 4)));
    node_t *at = b.at;
    S_assume(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 8)));
    b.at = at;
    S_store(&b, E_addr(&b, x), E_reg(&b, r));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true, false);
    CHECK_EQ(eval(&w, E_load(&b, x)), UNKNOWN);
    walk_go(&w, 0);
    CHECK_EQ(eval(&w, E_reg(&b, r)), UNKNOWN);
    walk_go(&w, 0);
    CHECK_EQ(eval(&w, E_reg(&b, r)), 9);
    walk_go(&w, 0);
    CHECK_EQ(eval(&w, E_load(&b, x)), 4);
    CHECK_EQ(walk_take(&w, 0, 0), 0); /* r == 8 */
    CHECK_EQ(walk_take(&w, 0, 1), 1);
    CHECK_EQ(eval(&w, E_load(&b, x)), 9);
    walk_free(&w);
    program_delete(b.p);
}

TEST(an_inequality_teaches_nothing) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_havoc(&b, r);
    S_assume(&b, E_not(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 9))));
    S_return(&b, E_reg(&b, r));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true, false);
    walk_go(&w, 0);
    CHECK_EQ(walk_go(&w, 0), 1);
    CHECK_EQ(eval(&w, E_reg(&b, r)), UNKNOWN);
    walk_free(&w);
    program_delete(b.p);
}

TEST(a_store_to_an_unknown_place_forgets_what_it_may_touch) {
    build_t b = build_new();
    object_t *a = build_global(&b, "a", type_array(b.p->types, b.i32, 2));
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    reg_t i = build_reg(&b, "i");
    const expr_t *first = expr_load(b.p->exprs, E_addr(&b, a), b.i32);
    const expr_t *second = expr_load(b.p->exprs, E_add(&b, E_addr(&b, a), E_int(&b, 4)), b.i32);
    S_store(&b, E_addr(&b, x), E_int(&b, 3));
    S_store(&b, E_addr(&b, a), E_int(&b, 5));
    S_havoc(&b, i);
    S_store(&b, E_add(&b, E_addr(&b, a), E_bin(&b, EXPR_MUL, E_reg(&b, i), E_int(&b, 4))),
            E_int(&b, 7));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true, false);
    CHECK_EQ(eval(&w, second), 0);
    for (int k = 0; k < 3; k++) walk_go(&w, 0);
    CHECK_EQ(eval(&w, first), 5);
    walk_go(&w, 0);
    CHECK_EQ(eval(&w, first), UNKNOWN);
    CHECK_EQ(eval(&w, second), UNKNOWN);
    CHECK_EQ(eval(&w, E_load(&b, x)), 3);
    walk_free(&w);
    program_delete(b.p);
}

/* f(p) { int m; m = p; return p + 1; }  main: r = f(4); r = f(r) */
TEST(frames_pass_arguments_and_leave_nothing_behind) {
    build_t b = build_new();
    build_function(&b, "f", 1);
    object_t *m = function_add_local(b.p, b.f, "m", b.i32, build_source(&b));
    S_store(&b, E_addr(&b, m), E_reg(&b, 0));
    S_return(&b, E_add(&b, E_reg(&b, 0), E_int(&b, 1)));
    function_t *f = b.f;
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_call(&b, f, E_int(&b, 4), r);
    S_call(&b, f, E_reg(&b, r), r);
    S_return(&b, E_reg(&b, r));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true, false);
    variable_t cell = variable_cell(layout_first_frame(b.p, 0) + m->address, 4);
    walk_go(&w, 0);
    CHECK(value_binds(w.cpa, w.part, variable_reg(0, 1, f, 0)));
    walk_go(&w, 0);
    CHECK(value_binds(w.cpa, w.part, cell));
    walk_go(&w, 0);
    CHECK_EQ(eval(&w, E_reg(&b, r)), 5);
    CHECK(!value_binds(w.cpa, w.part, cell));
    CHECK(!value_binds(w.cpa, w.part, variable_reg(0, 1, f, 0)));
    for (int k = 0; k < 3; k++) walk_go(&w, 0);
    CHECK_EQ(eval(&w, E_reg(&b, r)), 6);
    walk_free(&w);
    program_delete(b.p);
}

TEST(exit_values_come_through_join) {
    build_t b = build_new();
    build_function(&b, "worker", 1);
    S_return(&b, E_add(&b, E_reg(&b, 0), E_int(&b, 1)));
    function_t *worker = b.f;
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_create(&b, worker, E_int(&b, 40), NULL);
    S_join(&b, E_int(&b, 1), r);
    S_return(&b, E_reg(&b, r));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true, false);
    walk_go(&w, 0);
    CHECK(value_binds(w.cpa, w.part, variable_reg(1, 0, worker, 0)));
    walk_go(&w, 1);
    CHECK(value_binds(w.cpa, w.part, variable_exit(1)));
    CHECK(!value_binds(w.cpa, w.part, variable_reg(1, 0, worker, 0)));
    walk_go(&w, 0);
    CHECK_EQ(eval(&w, E_reg(&b, r)), 41);
    CHECK(!value_binds(w.cpa, w.part, variable_exit(1)));
    walk_free(&w);
    program_delete(b.p);
}

TEST(dead_registers_do_not_distinguish_states) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_assign(&b, r, E_int(&b, 1));
    S_assign(&b, r, E_int(&b, 2));
    S_return(&b, E_reg(&b, r));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true, false);
    part_t start = w.part;
    walk_go(&w, 0);
    CHECK(w.part == start); /* overwritten before it is read */
    walk_go(&w, 0);
    CHECK_EQ(eval(&w, E_reg(&b, r)), 2);
    walk_free(&w);
    program_delete(b.p);
}

TEST(arguments_that_nobody_reads_are_not_kept) {
    build_t b = build_new();
    build_function(&b, "worker", 1);
    S_return(&b, E_int(&b, 1));
    function_t *worker = b.f;
    build_function(&b, "main", 0);
    S_create(&b, worker, E_int(&b, 40), NULL);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true, false);
    part_t start = w.part;
    CHECK_EQ(walk_go(&w, 0), 1);
    CHECK(w.part == start);
    walk_free(&w);
    program_delete(b.p);
}

TEST(only_the_precision_is_tracked) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    build_function(&b, "main", 0);
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    S_store(&b, E_addr(&b, y), E_int(&b, 2));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, false, false);
    variable_t cell = variable_cell(y->address, 4);
    CHECK(value_track(w.cpa, NULL, cell));
    CHECK(!value_track(w.cpa, NULL, cell));
    CHECK_EQ(value_precision_size(w.cpa), 1);
    walk_go(&w, 0);
    walk_go(&w, 0);
    CHECK_EQ(eval(&w, E_load(&b, x)), UNKNOWN);
    CHECK_EQ(eval(&w, E_load(&b, y)), 2);
    /* The refinement sees everything. */
    part_t full = value_initial_full(w.cpa);
    CHECK(value_binds(w.cpa, full, variable_cell(x->address, 4)));
    walk_free(&w);
    program_delete(b.p);
}

TEST(a_precision_per_location_is_forgotten_where_it_ends) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    node_t *behind = b.at;
    S_store(&b, E_addr(&b, build_global(&b, "y", b.i32)), E_int(&b, 2));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, false, false);
    CHECK(value_track(w.cpa, behind, variable_cell(x->address, 4)));
    walk_go(&w, 0);
    CHECK_EQ(eval(&w, E_load(&b, x)), 1);
    walk_go(&w, 0);
    CHECK_EQ(eval(&w, E_load(&b, x)), UNKNOWN);
    walk_free(&w);
    program_delete(b.p);
}

TEST(truth_values_of_inputs_are_split_on_demand) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    reg_t r = function_add_reg(b.p, b.f, "r", type_bool(b.p->types));
    edge_t *havoc = S_havoc(&b, r);
    havoc->type = type_bool(b.p->types);
    S_return(&b, expr_resize(b.p->exprs, expr_reg(b.p->exprs, 8, r), 32, false));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true, true);
    CHECK_EQ(walk_go(&w, 0), 2);
    CHECK(w.out.data[0] != w.out.data[1]);
    walk_free(&w);
    w = walk_new(b.p, true, false);
    CHECK_EQ(walk_go(&w, 0), 1);
    walk_free(&w);
    program_delete(b.p);
}

TEST(fewer_bindings_cover_more_and_are_found_by_projection) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_havoc(&b, r);
    S_store(&b, E_addr(&b, x), E_reg(&b, r));
    S_store(&b, E_addr(&b, y), E_reg(&b, r));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p, true, false);
    const cpa_class_t *class = w.cpa->class;
    part_t both = w.part; /* x and y are 0 */
    walk_go(&w, 0);
    walk_go(&w, 0);
    part_t one = w.part; /* only y is known */
    CHECK(class->covers(w.cpa, w.d.at, one, both));
    CHECK(!class->covers(w.cpa, w.d.at, both, one));
    parts_t keys = {0};
    class->cover_keys(w.cpa, w.d.at, both, &keys);
    CHECK_EQ(keys.len, 0); /* nothing is filed here yet */
    uint64_t filed = class->cover_key(w.cpa, w.d.at, one);
    class->cover_keys(w.cpa, w.d.at, both, &keys);
    CHECK_EQ(keys.len, 1);
    CHECK_EQ(map64_pointer(keys.data[0]), filed);
    VEC_FREE(keys);
    walk_free(&w);
    program_delete(b.p);
}
