#include "cfa/passes.h"
#include "engine/core/engine.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_build.h"
#include "witness/proof_check.h"
#include "witness/semantics/replay.h"

/* Whole runs of the engines on programs built by hand: every analysis, with
 * every solver that is there, must come to the expected verdict and hand over
 * evidence that the independent checks accept. */

static const analysis_choice_t analyses[] = {ANALYSIS_VALUE, ANALYSIS_PREDICATE,
                                             ANALYSIS_PREDICATE_VALUE, ANALYSIS_BMC};

typedef struct {
    verdict_t verdict;
    bool evidence;
} outcome_t;

static outcome_t run(const program_t *program, options_t *options) {
    limits_t limits;
    stats_t stats = {0};
    property_t property = {.kind = PROPERTY_UNREACH};
    terms_t *terms = terms_new();
    limits_init(&limits, 60, 0);
    engine_context_t context = {program, &property, options, terms, &limits, &stats};
    result_t result;
    outcome_t outcome = {0};
    char *why = NULL;
    engine_run(&context, &result);
    outcome.verdict = result.verdict;
    if (result.verdict == VERDICT_TRUE)
        outcome.evidence = proof_check(program, terms, solver_default_class(NULL), &result.proof,
                                       NULL, NULL, &why);
    if (result.verdict == VERDICT_FALSE) {
        replay_t replay = {0};
        outcome.evidence = replay_run(&replay, program, &result.trace);
        replay_free(&replay);
    }
    if (result.reason) printf("  unknown: %s\n", result.reason);
    if (why) printf("  not accepted: %s\n", why);
    mem_free(why);
    result_free(&result);
    terms_delete(terms);
    return outcome;
}

static options_t default_options(void) {
    return (options_t){
        .max_threads = 8, .max_depth = 20, .loop_bound = 1, .max_loop_bound = 10, .block_size = 3};
}

TEST(lost_update_is_found) {
    program_t *p = build_counter(false, 2).b.p;
    passes_run(p);
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        options_t options = default_options();
        options.analysis = analyses[i];
        outcome_t outcome = run(p, &options);
        CHECK_EQ(outcome.verdict, VERDICT_FALSE);
        CHECK(outcome.evidence);
    }
    program_delete(p);
}

TEST(locked_counter_is_proved) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        options_t options = default_options();
        options.analysis = analyses[i];
        outcome_t outcome = run(p, &options);
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
        options_t options = default_options();
        options.analysis = analyses[i];
        CHECK_EQ(run(p, &options).verdict, VERDICT_FALSE);
    }
    program_delete(p);
}

TEST(too_many_threads_give_unknown) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        options_t options = default_options();
        options.analysis = analyses[i];
        options.max_threads = 2; /* main and one of the two */
        CHECK_EQ(run(p, &options).verdict, VERDICT_UNKNOWN);
    }
    program_delete(p);
}

TEST(a_program_that_does_not_fit_gives_unknown) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    p->limit = "too large";
    options_t options = default_options();
    CHECK_EQ(run(p, &options).verdict, VERDICT_UNKNOWN);
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
                options_t options = default_options();
                options.analysis = analyses[i];
                options.solver = solvers[s];
                outcome_t outcome = run(p, &options);
                CHECK_EQ(outcome.verdict, locked ? VERDICT_TRUE : VERDICT_FALSE);
                CHECK(outcome.evidence);
            }
        }
        program_delete(p);
    }
}
