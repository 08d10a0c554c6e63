#include "refine/graph.h"
#include "refine/predicate_refiner.h"
#include "tests/unit/explore_run.h"
#include "tests/unit/test.h"

typedef struct {
    program_t *p;
    object_t *x;
    explore_t e;
    block_path_t blocks;
    predicate_refinement_t refined;
} world_t;

/* x = 1; loop; error if x == error_value. */
static void world_init(world_t *w, int64_t error_value) {
    build_t b = build_new();
    *w = (world_t){.x = build_global(&b, "x", b.i32)};
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_store(&b, E_addr(&b, w->x), E_int(&b, 1));
    node_t *head = b.at;
    S_havoc(&b, r);
    node_t *fork = b.at;
    build_edge_to(&b, EDGE_ASSUME, head)->value = E_eq(&b, E_reg(&b, r), E_int(&b, 0));
    b.at = fork;
    S_assume(&b, E_not(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 0))));
    S_error_if(&b, E_eq(&b, E_load(&b, w->x), E_int(&b, error_value)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    w->p = b.p;
    explore_init(&w->e, w->p, &(analysis_parts_t){.predicate = true});
    CHECK_EQ(explore_go(&w->e), EXPLORED_ABORT);
}

static predicate_refinement_t refined_as(const world_t *w, refine_part_t part) {
    interpolation_t how = interpolation_default(w->e.a->solver->class);
    predicate_refiner_t refiner = {w->e.a->predicate, w->e.context.terms, w->e.a->solver, &how,
                                   part};
    return predicate_refine(&refiner, &w->blocks);
}

static void refine(world_t *w) {
    const predicate_part_t *part = w->e.target->parts[analysis_part(w->e.a, w->e.a->predicate)];
    block_path_free(&w->blocks);
    block_path_build(part->abstraction, NULL, analysis_blocks(w->e.a), w->e.context.terms,
                     &w->blocks);
    w->refined = refined_as(w, REFINE_SIMPLEST);
}

static void world_free(world_t *w) {
    block_path_free(&w->blocks);
    explore_free(&w->e);
    program_delete(w->p);
}

TEST(atoms_of_interpolants_are_tracked_where_they_belong) {
    world_t w;
    world_init(&w, 2);
    CHECK_EQ(predicate_precision_size(w.e.a->predicate), 0);
    refine(&w);
    CHECK_EQ(w.refined.answer, SOLVER_UNSAT);
    CHECK(w.refined.pivot == w.blocks.abstractions[1]); /* the first visit of the loop head */
    CHECK(predicate_precision_size(w.e.a->predicate) > 0);
    world_free(&w);
}

/* The precision has the atoms already, but the state was computed without. */
TEST(a_stale_state_is_a_pivot_although_nothing_is_new) {
    world_t w;
    world_init(&w, 2);
    refine(&w);
    size_t size = predicate_precision_size(w.e.a->predicate);
    const abstraction_t *pivot = w.refined.pivot;
    refine(&w);
    CHECK(w.refined.pivot == pivot);
    CHECK_EQ(predicate_precision_size(w.e.a->predicate), size);
    world_free(&w);
}

TEST(the_refined_exploration_finds_no_error) {
    world_t w;
    world_init(&w, 2);
    refine(&w);
    graph_t graph = {.exploration = w.e.x, .order = WAIT_BREADTH_FIRST};
    graph_restart(&graph);
    CHECK_EQ(explore_go(&w.e), EXPLORED_ALL);
    CHECK(w.e.stats.covered > 0);
    world_free(&w);
}

TEST(a_feasible_path_is_not_refined) {
    world_t w;
    world_init(&w, 1);
    refine(&w);
    CHECK_EQ(w.refined.answer, SOLVER_SAT);
    CHECK(!w.refined.pivot);
    CHECK_EQ(predicate_precision_size(w.e.a->predicate), 0);
    world_free(&w);
}

TEST(a_single_block_has_nothing_to_refine) {
    world_t w;
    world_init(&w, 2);
    const predicate_part_t *part = w.e.target->parts[analysis_part(w.e.a, w.e.a->predicate)];
    const abstraction_t *first = part->abstraction;
    while (first->previous->previous) first = first->previous;
    block_path_build(first, NULL, analysis_blocks(w.e.a), w.e.context.terms, &w.blocks);
    CHECK_EQ(w.blocks.count, 1);
    w.refined = refined_as(&w, REFINE_SIMPLEST);
    CHECK_EQ(w.refined.answer, SOLVER_UNKNOWN);
    CHECK(w.refined.why && !w.refined.pivot);
    world_free(&w);
}
