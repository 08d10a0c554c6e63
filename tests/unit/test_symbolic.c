#include "cfa/passes.h"
#include "cpa/symbolic/symbolic.h"
#include "cpa/value/value.h"
#include "tests/unit/cpa_drive.h"
#include "tests/unit/test.h"

/* Follows one way through a program with terms for unknown values. */
typedef struct {
    drive_t d;
    terms_t *terms;
    solver_t *solver;
    cpa_t *value, *cpa;
    part_t part;
    parts_t out;
} test_walk_t;

static test_walk_t walk_new(const program_t *p) {
    test_walk_t w = {.d = drive_new(p, 8, 10), .terms = terms_new()};
    w.solver = solver_new(solver_default_class(NULL), w.terms, NULL);
    w.value = value_new(p, (value_options_t){.track_all = true});
    w.cpa = symbolic_new(p, w.terms, w.solver, w.value, NULL);
    w.part = w.cpa->class->initial(w.cpa, w.d.at);
    return w;
}

static void walk_free(test_walk_t *w) {
    VEC_FREE(w->out);
    w->cpa->class->destroy(w->cpa);
    w->value->class->destroy(w->value);
    solver_delete(w->solver);
    terms_delete(w->terms);
    drive_free(&w->d);
}

/* The number of successors by the index-th step of thread 0; goes on with the
 * first. */
static size_t walk_take(test_walk_t *w, size_t index) {
    const configuration_t *before = w->d.at;
    VEC_CLEAR(w->out);
    if (!drive_take(&w->d, 0, index)) return 0;
    w->cpa->class->transfer(w->cpa, w->part, &w->d.last, &w->out);
    if (w->out.len)
        w->part = w->out.data[0];
    else
        w->d.at = before;
    return w->out.len;
}

static size_t walk_go(test_walk_t *w) {
    return walk_take(w, 0);
}

static uint64_t eval(test_walk_t *w, const expr_t *e) {
    uint64_t value;
    return w->cpa->class->evaluate(w->cpa, w->part, w->d.at, 0, e, &value) ? value : UINT64_MAX;
}
#define UNKNOWN UINT64_MAX

/* Two ways out of here: the condition holds, or not. */
static void branch(build_t *b, const expr_t *condition) {
    node_t *at = b->at, *joined = build_node(b);
    edge_t *holds = build_edge_to(b, EDGE_ASSUME, joined);
    holds->value = condition;
    b->at = at;
    edge_t *fails = build_edge_to(b, EDGE_ASSUME, joined);
    fails->value = E_not(b, condition);
    b->at = joined;
}

TEST(copies_of_an_input_are_equal) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    reg_t u = build_reg(&b, "u"), k = build_reg(&b, "k");
    S_havoc(&b, u);
    S_store(&b, E_addr(&b, x), E_reg(&b, u));
    S_assign(&b, k, E_add(&b, E_reg(&b, u), E_int(&b, 1)));
    S_havoc(&b, u); /* from here on x names the value */
    branch(&b, E_eq(&b, E_reg(&b, k), E_add(&b, E_load(&b, x), E_int(&b, 1))));
    branch(&b, E_eq(&b, E_load(&b, x), E_int(&b, 7)));
    S_store(&b, E_addr(&b, x), E_add(&b, E_reg(&b, k), E_reg(&b, u)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p);
    for (int i = 0; i < 4; i++) CHECK_EQ(walk_go(&w), 1);
    CHECK_EQ(eval(&w, E_reg(&b, k)), UNKNOWN);
    CHECK_EQ(walk_take(&w, 1), 0);
    CHECK_EQ(walk_take(&w, 0), 1);
    part_t open = w.part;
    const configuration_t *at = w.d.at;
    CHECK_EQ(walk_take(&w, 0), 1);
    CHECK_EQ(eval(&w, E_reg(&b, k)), 8);
    part_t seven = w.part;
    w.part = open;
    w.d.at = at;
    CHECK_EQ(walk_take(&w, 1), 1);
    CHECK_EQ(eval(&w, E_reg(&b, k)), UNKNOWN);
    /* A state with less said covers one with more, not the other way round. */
    CHECK(w.cpa->class->covers(w.cpa, w.d.at, open, seven));
    CHECK(w.cpa->class->covers(w.cpa, w.d.at, open, w.part));
    CHECK(!w.cpa->class->covers(w.cpa, w.d.at, w.part, open));
    CHECK(!w.cpa->class->covers(w.cpa, w.d.at, w.part, seven));
    walk_free(&w);
    program_delete(b.p);
}

TEST(conditions_on_an_input_are_remembered) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    reg_t u = build_reg(&b, "u"), k = build_reg(&b, "k");
    S_havoc(&b, u);
    branch(&b, E_lt(&b, E_reg(&b, u), E_int(&b, 5)));
    S_assign(&b, k, E_reg(&b, u));
    branch(&b, E_lt(&b, E_int(&b, 8), E_reg(&b, k)));
    S_return(&b, E_reg(&b, k));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p);
    walk_go(&w);
    CHECK_EQ(walk_take(&w, 0), 1);
    walk_go(&w);
    CHECK_EQ(walk_take(&w, 0), 0);
    part_t before = w.part;
    CHECK_EQ(walk_take(&w, 1), 1);
    CHECK(w.part == before); /* it says nothing new */
    walk_free(&w);
    program_delete(b.p);
}

TEST(an_access_at_an_unknown_place_is_one_case_for_each) {
    build_t b = build_new();
    object_t *a = build_global(&b, "a", type_array(b.p->types, b.i32, 3));
    build_function(&b, "main", 0);
    reg_t i = build_reg(&b, "i"), r = build_reg(&b, "r");
    const expr_t *place = E_add(&b, E_addr(&b, a), E_reg(&b, i));
    const expr_t *first = expr_load(b.p->exprs, E_addr(&b, a), b.i32);
    const expr_t *second = expr_load(b.p->exprs, E_add(&b, E_addr(&b, a), E_int(&b, 4)), b.i32);
    S_havoc(&b, i);
    S_assume(&b, E_lt(&b, E_int(&b, -1), E_reg(&b, i)));
    S_assume(&b, E_lt(&b, E_reg(&b, i), E_int(&b, 8)));
    S_store(&b, place, E_int(&b, 9));
    S_assign(&b, r, expr_load(b.p->exprs, place, b.i32));
    S_return(&b, E_reg(&b, r));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p);
    walk_go(&w);
    walk_go(&w);
    walk_go(&w);
    /* a[0], a[1], and what is no element */
    CHECK_EQ(walk_go(&w), 3);
    CHECK_EQ(eval(&w, first), 9);
    CHECK_EQ(eval(&w, second), 0);
    part_t other = w.out.data[1];
    CHECK_EQ(walk_go(&w), 1);
    CHECK_EQ(eval(&w, E_reg(&b, r)), 9);
    w.part = other;
    CHECK_EQ(eval(&w, first), 0);
    CHECK_EQ(eval(&w, second), 9);
    walk_free(&w);
    program_delete(b.p);
}

TEST(outcomes_of_comparisons_are_known) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    reg_t u = build_reg(&b, "u"), k = build_reg(&b, "k");
    S_havoc(&b, u);
    const expr_t *less = E_lt(&b, E_reg(&b, u), E_int(&b, 5));
    S_assign(&b, k, expr_resize(b.p->exprs, less, 32, false));
    S_return(&b, E_add(&b, E_reg(&b, k), E_reg(&b, u)));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p);
    walk_go(&w);
    CHECK_EQ(walk_go(&w), 2);
    CHECK_EQ(eval(&w, E_reg(&b, k)), 1);
    CHECK(w.out.data[0] != w.out.data[1]);
    walk_free(&w);
    program_delete(b.p);
}

TEST(counting_from_an_unknown_value_comes_to_an_end) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    reg_t u = build_reg(&b, "u"), k = build_reg(&b, "k");
    S_havoc(&b, u);
    S_assign(&b, k, E_reg(&b, u));
    node_t *head = b.at;
    S_assume(&b, E_lt(&b, E_reg(&b, u), E_int(&b, 1000000)));
    edge_t *back = build_edge_to(&b, EDGE_ASSIGN, head);
    back->target = k;
    back->value = E_add(&b, E_reg(&b, k), E_int(&b, 1));
    b.at = head;
    S_assume(&b, E_lt(&b, E_int(&b, 1000000), E_reg(&b, k)));
    S_return(&b, E_add(&b, E_reg(&b, k), E_reg(&b, u)));
    passes_run(b.p);
    test_walk_t w = walk_new(b.p);
    walk_go(&w);
    walk_go(&w);
    part_t before = NULL;
    size_t rounds = 0;
    for (; rounds < 100 && w.part != before; rounds++) {
        before = w.part;
        walk_go(&w);
        walk_go(&w);
    }
    CHECK(rounds > 3 && rounds < 50);
    walk_free(&w);
    program_delete(b.p);
}

/* u is one of -1, 0, 1 when k = u + u takes its place: of k alone an interval would be
 * known at best. */
TEST(a_value_that_is_one_of_few_becomes_cases_where_it_would_be_lost) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    reg_t u = build_reg(&b, "u"), k = build_reg(&b, "k");
    S_havoc(&b, u);
    S_assume(&b, E_lt(&b, E_int(&b, -2), E_reg(&b, u)));
    S_assume(&b, E_lt(&b, E_reg(&b, u), E_int(&b, 2)));
    S_assign(&b, k, E_add(&b, E_reg(&b, u), E_reg(&b, u)));
    S_return(&b, E_reg(&b, k));
    passes_run(b.p);
    for (int splits = 0; splits < 2; splits++) {
        test_walk_t w = walk_new(b.p);
        symbolic_split_few(w.cpa, splits);
        for (int i = 0; i < 3; i++) CHECK_EQ(walk_go(&w), 1);
        CHECK(!symbolic_met_few(w.cpa)); /* u can still be read */
        CHECK_EQ(walk_go(&w), splits ? 3 : 1);
        CHECK(symbolic_met_few(w.cpa));
        for (size_t i = 0; splits && i < w.out.len; i++) {
            w.part = w.out.data[i];
            CHECK_EQ(eval(&w, E_reg(&b, k)), (uint32_t)(2 * ((int)i - 1)));
        }
        walk_free(&w);
    }
    program_delete(b.p);
}
