#include "cfa/passes.h"
#include "engine/engine.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_build.h"
#include "witness/check.h"
#include "witness/replay.h"

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
    return (options_t){.max_threads = 8, .max_depth = 20, .loop_bound = 1, .max_loop_bound = 10,
                       .block_size = 3};
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
