#include "cfa/passes.h"
#include "cpa/core/threading.h"
#include "cpa/reduce/cone.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_build.h"

/* The program of Telbisz 2024, Figure 4.1: one thread does x = 1; y = 1 and
 * asserts that y is not 0, the other y = x; x = 0. */
typedef struct {
    build_t b;
    object_t *x, *y;
    const edge_t *x_is_1, *y_is_1, *reads_x, *y_is_x, *x_is_0;
    cone_t *cone;
    focus_t *focus;
} cone_example_t;

static const edge_t *last_edge(const build_t *b) {
    return b->p->edges.data[b->p->edges.len - 1];
}

static cone_example_t example(void) {
    cone_example_t e = {.b = build_new()};
    build_t *b = &e.b;
    e.x = build_global(b, "x", b->i32);
    e.y = build_global(b, "y", b->i32);
    function_t *other = build_function(b, "other", 0);
    reg_t r = build_reg(b, "r");
    S_assign(b, r, E_load(b, e.x));
    e.reads_x = last_edge(b);
    S_store(b, E_addr(b, e.y), E_reg(b, r));
    e.y_is_x = last_edge(b);
    S_store(b, E_addr(b, e.x), E_int(b, 0));
    e.x_is_0 = last_edge(b);
    S_return(b, E_int(b, 0));
    build_function(b, "main", 0);
    reg_t q = build_reg(b, "q");
    S_create(b, other, NULL, NULL);
    S_store(b, E_addr(b, e.x), E_int(b, 1));
    e.x_is_1 = last_edge(b);
    S_store(b, E_addr(b, e.y), E_int(b, 1));
    e.y_is_1 = last_edge(b);
    S_assign(b, q, E_load(b, e.y));
    S_error_if(b, E_eq(b, E_reg(b, q), E_int(b, 0)));
    S_return(b, E_int(b, 0));
    passes_run(b->p);
    e.cone = cone_new(b->p);
    e.focus = focus_new(b->p, true);
    return e;
}

static void example_free(cone_example_t *e) {
    cone_delete(e->cone);
    focus_delete(e->focus);
    program_delete(e->b.p);
}

/* main and the other thread stand before these edges. */
static bool needs(cone_example_t *e, const edge_t *in_main, const edge_t *in_other,
                  const edge_t *edge) {
    static uint32_t id;
    frame_t frames[2] = {{.node = in_main->from}, {.node = in_other->from}};
    thread_t threads[2] = {{.status = THREAD_RUNNING, .frame_count = 1, .frames = &frames[0]},
                           {.status = THREAD_RUNNING, .frame_count = 1, .frames = &frames[1]}};
    configuration_t c = {.id = ++id, .thread_count = 2, .threads = threads};
    return cone_needs(e->cone, e->focus, &c, edge);
}

TEST(everything_may_be_observed_at_first) {
    cone_example_t e = example();
    CHECK(needs(&e, e.x_is_1, e.reads_x, e.x_is_1));
    CHECK(needs(&e, e.x_is_1, e.reads_x, e.reads_x));
    CHECK(needs(&e, e.y_is_1, e.y_is_x, e.y_is_x));
    CHECK(cone_needs_object(e.cone, e.x));
    CHECK(cone_needs_ever(e.cone, e.x_is_0));
    example_free(&e);
}

TEST(nobody_observes_what_is_read_no_more) {
    cone_example_t e = example();
    /* The other thread has read x: neither write to it matters, that of y does. */
    CHECK(!needs(&e, e.x_is_1, e.y_is_x, e.x_is_1));
    CHECK(!needs(&e, e.x_is_1, e.x_is_0, e.x_is_0));
    CHECK(needs(&e, e.y_is_1, e.x_is_0, e.y_is_1));
    example_free(&e);
}

TEST(nothing_flows_through_what_is_forgotten) {
    cone_example_t e = example();
    focus_clear(e.focus);
    focus_add(e.focus, e.y);
    CHECK(!needs(&e, e.x_is_1, e.reads_x, e.x_is_1));
    CHECK(needs(&e, e.x_is_1, e.reads_x, e.reads_x)); /* any value, but it goes to y */
    focus_add(e.focus, e.x);
    CHECK(needs(&e, e.x_is_1, e.reads_x, e.x_is_1));
    focus_clear(e.focus);
    CHECK(!needs(&e, e.y_is_1, e.reads_x, e.y_is_1));
    example_free(&e);
}
