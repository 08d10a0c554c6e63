#include "tests/unit/engine_run.h"
#include "tests/unit/explore_run.h"
#include "tests/unit/test.h"

static const reduction_choice_t kinds[] = {REDUCTION_NONE, REDUCTION_LOCAL, REDUCTION_SPOR,
                                           REDUCTION_AASPOR};
static const char *const names[] = {"none", "local", "spor", "aaspor"};

/* States that values reach under a reduction, errors included. */
static size_t states(const program_t *p, reduction_choice_t kind, bool *error) {
    explore_t e = {.options = {.por = kind}};
    explore_init(&e, p, &(analysis_parts_t){.value_options = {.track_all = true}});
    e.x->abort = explore_never;
    e.x->forget_covered = true;
    CHECK_EQ(explore_go(&e), EXPLORED_ALL);
    size_t count = arg_count(e.a->exploration.arg);
    arg_nodes_t nodes = {0};
    *error = false;
    arg_list(e.a->exploration.arg, &nodes);
    for (size_t i = 0; i < nodes.len; i++)
        *error |= configuration_is_error(nodes.data[i]->configuration);
    VEC_FREE(nodes);
    explore_free(&e);
    return count;
}

/* Two threads with a global of their own each: nothing is shared. */
static program_t *build_apart(void) {
    build_t b = build_new();
    function_t *workers[2];
    for (int i = 0; i < 2; i++) {
        object_t *mine = build_global(&b, i ? "b" : "a", b.i32);
        workers[i] = build_function(&b, i ? "second" : "first", 0);
        reg_t r = build_reg(&b, "r");
        for (int k = 0; k < 3; k++) {
            S_assign(&b, r, E_load(&b, mine));
            S_store(&b, E_addr(&b, mine), E_add(&b, E_reg(&b, r), E_int(&b, 1)));
        }
        S_return(&b, E_int(&b, 0));
    }
    build_function(&b, "main", 0);
    for (int i = 0; i < 2; i++) S_create(&b, workers[i], NULL, NULL);
    for (int i = 0; i < 2; i++) S_join(&b, E_int(&b, i + 1), NO_REG);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

TEST(independent_threads_need_one_order_only) {
    program_t *p = build_apart();
    bool error;
    size_t all = states(p, REDUCTION_NONE, &error);
    for (size_t i = 1; i < 4; i++) CHECK(states(p, kinds[i], &error) * 2 < all);
    program_delete(p);
}

/* Two threads of one routine that increment the element that their argument
 * names, three times. */
TEST(elements_with_known_indices_are_apart) {
    build_t b = build_new();
    object_t *a = build_global(&b, "a", type_array(b.p->types, b.i32, 2));
    function_t *worker = build_function(&b, "worker", 1);
    reg_t r = build_reg(&b, "r");
    for (int k = 0; k < 3; k++) {
        const expr_t *element = E_add(&b, E_addr(&b, a), E_reg(&b, 0));
        S_assign(&b, r, expr_load(b.p->exprs, element, b.i32));
        S_store(&b, element, E_add(&b, E_reg(&b, r), E_int(&b, 1)));
    }
    S_return(&b, E_int(&b, 0));
    build_function(&b, "main", 0);
    for (int i = 0; i < 2; i++) S_create(&b, worker, E_int(&b, 4 * i), NULL);
    for (int i = 0; i < 2; i++) S_join(&b, E_int(&b, i + 1), NO_REG);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    bool error;
    size_t all = states(b.p, REDUCTION_NONE, &error);
    CHECK(states(b.p, REDUCTION_SPOR, &error) * 2 < all);
    options_t options = engine_default_options();
    options.analysis = "value";
    engine_outcome_t outcome = engine_outcome(b.p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_TRUE);
    CHECK(outcome.evidence);
    program_delete(b.p);
}

TEST(reductions_keep_the_errors) {
    for (int locked = 0; locked < 2; locked++) {
        program_t *p = build_counter(locked, 2).b.p;
        passes_run(p);
        bool error;
        size_t all = states(p, REDUCTION_NONE, &error);
        CHECK_EQ(error, !locked);
        for (size_t i = 1; i < 4; i++) {
            CHECK(states(p, kinds[i], &error) <= all);
            if (error == locked) printf("  %s\n", names[i]);
            CHECK_EQ(error, !locked);
        }
        program_delete(p);
    }
}

/* One thread ends the program, the other commits the error: both orders count. */
TEST(the_end_of_the_program_does_not_hide_an_error) {
    build_t b = build_new();
    build_function(&b, "worker", 0);
    reg_t r = build_reg(&b, "r");
    S_assign(&b, r, E_int(&b, 1));
    S_error(&b);
    function_t *worker = b.f;
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    for (size_t i = 0; i < 4; i++) {
        bool error;
        states(b.p, kinds[i], &error);
        CHECK(error);
    }
    program_delete(b.p);
}

TEST(every_analysis_keeps_its_verdict_under_every_reduction) {
    static const char *const analyses[] = {"value", "predicate", "predicate+value", "bmc"};
    for (int locked = 0; locked < 2; locked++) {
        program_t *p = build_counter(locked, 2).b.p;
        passes_run(p);
        for (size_t a = 0; a < 4; a++)
            for (size_t i = 0; i < 4; i++) {
                options_t options = engine_default_options();
                options.analysis = analyses[a];
                options.por = kinds[i];
                engine_outcome_t outcome = engine_outcome(p, &options);
                CHECK_EQ(outcome.verdict, locked ? VERDICT_TRUE : VERDICT_FALSE);
                CHECK(outcome.evidence);
            }
        program_delete(p);
    }
}
