#include "engine/engines.h"
#include "tests/unit/engine_run.h"
#include "tests/unit/test.h"

/* Whole runs of the engines on programs built by hand: every analysis, with
 * every solver that is there, must come to the expected verdict and hand over
 * evidence that the independent checks accept. */

static const char *const analyses[] = {"value", "predicate", "predicate+value", "bmc"};

TEST(lost_update_is_found) {
    program_t *p = build_counter(false, 2).b.p;
    passes_run(p);
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        options_t options = engine_default_options();
        options.analysis = analyses[i];
        engine_outcome_t outcome = engine_outcome(p, &options);
        CHECK_EQ(outcome.verdict, VERDICT_FALSE);
        CHECK(outcome.evidence);
    }
    program_delete(p);
}

TEST(locked_counter_is_proved) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        options_t options = engine_default_options();
        options.analysis = analyses[i];
        engine_outcome_t outcome = engine_outcome(p, &options);
        CHECK_EQ(outcome.verdict, VERDICT_TRUE);
        CHECK(outcome.evidence);
    }
    program_delete(p);
}

/* main ends with pthread_exit and is joined; the thread started after that is not
 * main, and its end is not the end of the program. */
static program_t *build_after_main(void) {
    build_t b = build_new();
    build_function(&b, "idle", 0);
    S_return(&b, E_int(&b, 0));
    function_t *idle = b.f;
    build_function(&b, "worker", 0);
    S_join(&b, E_int(&b, 0), NO_REG);
    S_create(&b, idle, NULL, NULL);
    S_join(&b, E_int(&b, 2), NO_REG);
    S_error(&b);
    function_t *worker = b.f;
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    build_edge(&b, EDGE_THREAD_EXIT)->value = E_int(&b, 0);
    passes_run(b.p);
    return b.p;
}

TEST(an_error_after_the_end_of_main_is_found) {
    program_t *p = build_after_main();
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        options_t options = engine_default_options();
        options.analysis = analyses[i];
        CHECK_EQ(engine_outcome(p, &options).verdict, VERDICT_FALSE);
    }
    program_delete(p);
}

TEST(too_many_threads_give_unknown) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        options_t options = engine_default_options();
        options.analysis = analyses[i];
        options.max_threads = 2; /* main and one of the two */
        CHECK_EQ(engine_outcome(p, &options).verdict, VERDICT_UNKNOWN);
    }
    program_delete(p);
}

TEST(a_program_that_does_not_fit_gives_unknown) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    p->limit = "too large";
    options_t options = engine_default_options();
    CHECK_EQ(engine_outcome(p, &options).verdict, VERDICT_UNKNOWN);
    program_delete(p);
}

TEST(both_solvers_agree) {
    static const solver_choice_t solvers[] = {SOLVER_CHOICE_Z3, SOLVER_CHOICE_MATHSAT};
    for (int locked = 0; locked < 2; locked++) {
        program_t *p = build_counter(locked, 2).b.p;
        passes_run(p);
        for (size_t s = 0; s < 2; s++) {
            const char *why;
            const char *name = solvers[s] == SOLVER_CHOICE_Z3 ? "z3" : "mathsat";
            const solver_class_t *class = solver_class_named(name);
            if (!class || !solver_class_available(class, &why)) continue;
            for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
                options_t options = engine_default_options();
                options.analysis = analyses[i];
                options.solver = solvers[s];
                engine_outcome_t outcome = engine_outcome(p, &options);
                CHECK_EQ(outcome.verdict, locked ? VERDICT_TRUE : VERDICT_FALSE);
                CHECK(outcome.evidence);
            }
        }
        program_delete(p);
    }
}
