#include "tests/unit/engine_run.h"
#include "tests/unit/test.h"

static options_t bmc_options(unsigned first, unsigned last) {
    options_t options = engine_default_options();
    options.analysis = "bmc";
    options.loop_bound = first;
    options.max_loop_bound = last;
    return options;
}

TEST(the_bound_grows_until_the_error_is_found) {
    program_t *p = engine_loop_program(6);
    options_t options = bmc_options(1, 10);
    engine_outcome_t outcome = engine_outcome(p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_FALSE);
    CHECK(outcome.evidence);
    CHECK(outcome.stats.loop_bound > 1);
    program_delete(p);
}

TEST(a_bound_that_cuts_nothing_is_a_proof) {
    program_t *p = engine_loop_program(5);
    options_t options = bmc_options(1, 10);
    engine_outcome_t outcome = engine_outcome(p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_TRUE);
    CHECK(outcome.evidence);
    CHECK(outcome.stats.loop_bound >= 3 && outcome.stats.loop_bound < 10);
    program_delete(p);
}

TEST(a_bound_that_cuts_is_no_proof) {
    program_t *p = engine_loop_program(5);
    options_t options = bmc_options(1, 2);
    engine_outcome_t outcome = engine_outcome(p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_UNKNOWN);
    CHECK_STR(outcome.reason, "no error within loop bound 2");
    program_delete(p);
    p = engine_loop_program(6); /* the error is behind the bound */
    outcome = engine_outcome(p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_UNKNOWN);
    program_delete(p);
}

/* main waits in a loop for a flag that nobody raises, or for one that holds. */
TEST(a_loop_that_changes_nothing_is_left) {
    for (int rises = 0; rises < 2; rises++) {
        build_t b = build_new();
        object_t *flag = build_global(&b, "flag", b.i32);
        function_t *worker = build_function(&b, "worker", 0);
        if (rises) S_store(&b, E_addr(&b, flag), E_int(&b, 1))->access.shared = true;
        S_return(&b, E_int(&b, 0));
        build_function(&b, "main", 0);
        reg_t r = build_reg(&b, "r");
        S_create(&b, worker, NULL, NULL);
        node_t *head = b.at;
        S_assign(&b, r, E_load(&b, flag))->access.shared = true;
        node_t *looked = b.at;
        edge_t *back = build_edge_to(&b, EDGE_ASSUME, head);
        back->value = E_eq(&b, E_reg(&b, r), E_int(&b, 0));
        b.at = looked;
        S_assume(&b, E_not(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 0))));
        S_error(&b);
        passes_run(b.p);
        options_t options = bmc_options(1, 10);
        engine_outcome_t outcome = engine_outcome(b.p, &options);
        CHECK_EQ(outcome.verdict, rises ? VERDICT_FALSE : VERDICT_TRUE);
        CHECK(outcome.evidence);
        CHECK_EQ(outcome.stats.loop_bound, 1);
        program_delete(b.p);
    }
}

TEST(inputs_are_solved_for) {
    program_t *p = engine_call_program(0);
    options_t options = bmc_options(1, 4);
    engine_outcome_t outcome = engine_outcome(p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_FALSE);
    CHECK(outcome.evidence);
    program_delete(p);
    p = engine_call_program(1);
    outcome = engine_outcome(p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_TRUE);
    CHECK(outcome.evidence);
    program_delete(p);
}

/* while (input) f(); with n++ in f: the loop closes with the return of f. */
TEST(a_loop_around_a_call_is_bounded) {
    build_t b = build_new();
    object_t *n = build_global(&b, "n", b.i32);
    build_function(&b, "f", 0);
    reg_t t = build_reg(&b, "t");
    S_assign(&b, t, E_load(&b, n));
    S_store(&b, E_addr(&b, n), E_add(&b, E_reg(&b, t), E_int(&b, 1)));
    S_return(&b, E_int(&b, 0));
    function_t *f = b.f;
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    node_t *head = b.at;
    S_havoc(&b, r);
    node_t *fork = b.at;
    S_assume(&b, E_not(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 0))));
    build_edge_to(&b, EDGE_CALL, head)->callee = f;
    b.at = fork;
    S_assume(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 0)));
    S_error_if(&b, E_eq(&b, E_load(&b, n), E_int(&b, 3)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    options_t options = bmc_options(1, 8);
    engine_outcome_t outcome = engine_outcome(b.p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_FALSE);
    CHECK(outcome.evidence);
    options = bmc_options(1, 1);
    CHECK_EQ(engine_outcome(b.p, &options).verdict, VERDICT_UNKNOWN);
    program_delete(b.p);
}
