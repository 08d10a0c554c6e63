#include "refine/graph.h"
#include "refine/value_refiner.h"
#include "tests/unit/explore_run.h"
#include "tests/unit/test.h"

typedef struct {
    program_t *p;
    object_t *x, *y, *z;
    explore_t e;
    path_t path;
} world_t;

/* z = 9; x = 4; y = x; error if y == error_value */
static void world_init(world_t *w, int64_t error_value) {
    build_t b = build_new();
    *w = (world_t){.x = build_global(&b, "x", b.i32),
                   .y = build_global(&b, "y", b.i32),
                   .z = build_global(&b, "z", b.i32)};
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_store(&b, E_addr(&b, w->z), E_int(&b, 9));
    S_store(&b, E_addr(&b, w->x), E_int(&b, 4));
    S_assign(&b, r, E_load(&b, w->x));
    S_store(&b, E_addr(&b, w->y), E_reg(&b, r));
    S_error_if(&b, E_eq(&b, E_load(&b, w->y), E_int(&b, error_value)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    w->p = b.p;
    explore_init(&w->e, w->p, &(analysis_parts_t){0});
}

static void world_free(world_t *w) {
    VEC_FREE(w->path);
    explore_free(&w->e);
    program_delete(w->p);
}

static size_t refine(world_t *w) {
    CHECK_EQ(explore_go(&w->e), EXPLORED_ABORT);
    VEC_CLEAR(w->path);
    path_to(w->e.target, NULL, NULL, &w->path);
    return value_refine(w->e.a->value, 0, &w->path, false);
}

static bool is_tracked(const world_t *w, const object_t *o) {
    return !value_track(w->e.a->value, NULL, variable_cell(o->address, 4));
}

TEST(what_the_error_depends_on_is_tracked_and_nothing_else) {
    world_t w;
    world_init(&w, 5);
    size_t pivot = refine(&w);
    CHECK_EQ(value_precision_size(w.e.a->value), 3); /* x, y and the register between */
    CHECK(is_tracked(&w, w.x) && is_tracked(&w, w.y) && !is_tracked(&w, w.z));
    CHECK_EQ(pivot, 2); /* behind x = 4: the first state that should know x */
    world_free(&w);
}

TEST(the_refined_exploration_finds_no_error) {
    world_t w;
    world_init(&w, 5);
    refine(&w);
    graph_t graph = {.exploration = w.e.x, .order = WAIT_BREADTH_FIRST};
    graph_restart(&graph);
    CHECK_EQ(explore_go(&w.e), EXPLORED_ALL);
    world_free(&w);
}

/* The precision is there already, but the states on the path are older. */
TEST(a_stale_state_is_a_pivot_although_nothing_is_new) {
    world_t w;
    world_init(&w, 5);
    size_t first = refine(&w), size = value_precision_size(w.e.a->value);
    size_t second = value_refine(w.e.a->value, 0, &w.path, false);
    CHECK_EQ(first, second);
    CHECK_EQ(value_precision_size(w.e.a->value), size);
    world_free(&w);
}

TEST(a_feasible_path_is_not_refined) {
    world_t w;
    world_init(&w, 4);
    CHECK_EQ(refine(&w), SIZE_MAX);
    CHECK_EQ(value_precision_size(w.e.a->value), 0);
    world_free(&w);
}

TEST(initial_memory_is_needed_from_the_root) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, 1)));
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    world_t w = {.p = b.p};
    explore_init(&w.e, w.p, &(analysis_parts_t){0});
    CHECK_EQ(refine(&w), 0);
    CHECK(is_tracked(&w, x));
    world_free(&w);
}

TEST(a_precision_per_location_stays_on_the_path) {
    world_t w;
    world_init(&w, 5);
    CHECK_EQ(explore_go(&w.e), EXPLORED_ABORT);
    path_to(w.e.target, NULL, NULL, &w.path);
    CHECK_EQ(value_refine(w.e.a->value, 0, &w.path, true), 2);
    const configuration_t *behind = w.path.data[1]->child->configuration;
    const node_t *node = behind->threads[0].frames[0].node;
    variable_t x = variable_cell(w.x->address, 4);
    CHECK(!value_track(w.e.a->value, node, x));           /* there already */
    CHECK(value_track(w.e.a->value, w.p->main->entry, x)); /* not needed at the entry */
    world_free(&w);
}
