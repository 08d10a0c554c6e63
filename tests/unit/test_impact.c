#include "tests/unit/engine_run.h"
#include "tests/unit/impact_world.h"
#include "tests/unit/test.h"

static const impact_options_t plain = {.order = WORK_DEPTH_FIRST};
static const impact_options_t large = {.large_steps = true, .force_cover = true};

/* Definition 3.2 holds of the finished tree, and the check agrees. */
static void check_tree(impact_world_t *w) {
    CHECK(tree_is_sound(w->x.tree));
    CHECK(!impact_first_unsound(&w->x));
    CHECK(impact_world_has_evidence(w));
}

TEST(loops_are_unwound_until_labels_cover) {
    for (int is_large = 0; is_large < 2; is_large++) {
        program_t *p = engine_loop_program(5);
        impact_world_t w;
        impact_world_run(&w, p, POR_NONE, is_large ? large : plain);
        CHECK_EQ(w.verdict, VERDICT_TRUE);
        CHECK(w.stats.covered > 0);
        check_tree(&w);
        impact_world_free(&w);
        program_delete(p);
    }
}

TEST(a_feasible_path_is_a_trace) {
    program_t *p = engine_loop_program(6);
    impact_world_t w;
    impact_world_run(&w, p, POR_NONE, large);
    CHECK_EQ(w.verdict, VERDICT_FALSE);
    CHECK(impact_world_has_evidence(&w));
    impact_world_free(&w);
    program_delete(p);
}

TEST(calls_and_threads) {
    for (int difference = 0; difference < 2; difference++) {
        program_t *p = engine_call_program(difference);
        impact_world_t w;
        impact_world_run(&w, p, POR_SPOR, large);
        CHECK_EQ(w.verdict, difference ? VERDICT_TRUE : VERDICT_FALSE);
        if (difference) check_tree(&w);
        impact_world_free(&w);
        program_delete(p);
    }
}

TEST(large_steps_make_small_trees) {
    program_t *p = engine_call_program(1);
    impact_world_t small_steps, large_steps;
    impact_world_run(&small_steps, p, POR_SPOR, plain);
    impact_world_run(&large_steps, p, POR_SPOR, large);
    CHECK(tree_count(large_steps.x.tree) < tree_count(small_steps.x.tree));
    check_tree(&small_steps);
    check_tree(&large_steps);
    impact_world_free(&small_steps);
    impact_world_free(&large_steps);
    program_delete(p);
}

/* Two threads set their own flag and then read both; whoever comes first, the error needs a
 * value that no flag has. Interleavings meet again, which only force cover sees before an error
 * was refuted behind each. */
static program_t *build_meeting(void) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    build_function(&b, "worker", 0);
    function_t *worker = b.f;
    reg_t r = build_reg(&b, "r"), s = build_reg(&b, "s");
    S_store(&b, E_addr(&b, x), E_int(&b, 1));
    S_store(&b, E_addr(&b, y), E_int(&b, 1));
    S_assign(&b, r, E_load(&b, x));
    S_assign(&b, s, E_load(&b, y));
    S_error_if(&b, E_eq(&b, E_add(&b, E_reg(&b, r), E_reg(&b, s)), E_int(&b, 3)));
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    S_create(&b, worker, NULL, NULL);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

TEST(force_cover_saves_nodes) {
    program_t *p = build_meeting();
    impact_world_t without, with;
    impact_options_t forced = {.force_cover = true};
    impact_world_run(&without, p, POR_NONE, plain);
    impact_world_run(&with, p, POR_NONE, forced);
    CHECK_EQ(without.verdict, VERDICT_TRUE);
    CHECK_EQ(with.verdict, VERDICT_TRUE);
    CHECK(with.stats.forced_covers > 0);
    CHECK(tree_count(with.x.tree) < tree_count(without.x.tree));
    check_tree(&without);
    check_tree(&with);
    impact_world_free(&without);
    impact_world_free(&with);
    program_delete(p);
}

/* Unsupported steps are targets, too: no TRUE over one that can be reached. */
TEST(what_is_not_supported_forbids_true) {
    for (int is_reached = 0; is_reached < 2; is_reached++) {
        build_t b = build_new();
        object_t *x = build_global(&b, "x", b.i32);
        build_function(&b, "main", 0);
        S_store(&b, E_addr(&b, x), E_int(&b, 1));
        node_t *fork = b.at;
        S_assume(&b, E_eq(&b, E_load(&b, x), E_int(&b, is_reached)));
        build_edge(&b, EDGE_UNSUPPORTED)->text = "a strange thing";
        b.at = fork;
        S_assume(&b, E_not(&b, E_eq(&b, E_load(&b, x), E_int(&b, is_reached))));
        S_return(&b, E_int(&b, 0));
        passes_run(b.p);
        impact_world_t w;
        impact_world_run(&w, b.p, POR_NONE, large);
        CHECK_EQ(w.verdict, is_reached ? VERDICT_UNKNOWN : VERDICT_TRUE);
        if (is_reached)
            CHECK(w.result.answers[0].reason &&
                  strstr(w.result.answers[0].reason, "a strange thing"));
        impact_world_free(&w);
        program_delete(b.p);
    }
}

/* Values that exclude a path are tracked from then on, and the solver is not asked about it. */
TEST(values_that_exclude_paths_are_tracked) {
    program_t *p = build_meeting();
    impact_world_t w;
    impact_options_t lazy = {.force_cover = true, .tracks_values = true};
    impact_world_run(&w, p, POR_SPOR, lazy);
    CHECK_EQ(w.verdict, VERDICT_TRUE);
    CHECK(w.x.beginnings > 1);
    CHECK(value_precision_size(w.composite.cpas[0]) > 0);
    CHECK_EQ(w.stats.refinements, 0);
    CHECK(impact_world_has_evidence(&w));
    check_tree(&w);
    impact_world_free(&w);
    program_delete(p);
}
