#include "engine/extras.h"
#include "tests/unit/engine_run.h"
#include "tests/unit/random_programs.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_explore.h"

static options_t hunting(unsigned steps) {
    options_t options = engine_default_options();
    options.analysis = ANALYSIS_VALUE;
    options.hunt = steps;
    return options;
}

TEST(a_lost_update_is_found_by_runs) {
    program_t *p = build_counter(false, 2).b.p;
    passes_run(p);
    options_t options = hunting(100000);
    engine_outcome_t outcome = engine_outcome(p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_FALSE);
    CHECK(outcome.evidence);
    CHECK(outcome.stats.runs > 0);
    CHECK_EQ(outcome.stats.reached, 0);
    program_delete(p);
}

TEST(runs_prove_nothing) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    options_t options = hunting(10000);
    engine_outcome_t outcome = engine_outcome(p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_TRUE);
    CHECK(outcome.stats.reached > 0);
    options.analysis = ANALYSIS_HUNT;
    property_t property = {.kind = PROPERTY_UNREACH};
    stats_t stats = {0};
    limits_t limits;
    result_t result = {0};
    limits_init(&limits, 30, 0);
    engine_context_t context = {p, &property, &options, NULL, &limits, &stats};
    CHECK(!engine_hunt(&context, &result, 10000));
    CHECK_EQ(result.verdict, VERDICT_UNKNOWN);
    CHECK(stats.runs > 10);
    result_free(&result);
    program_delete(p);
}

/* What a run finds must be there, and the semantics of the evidence must follow
 * it: they share nothing with the machine. */
TEST(what_is_found_is_there) {
    size_t found = 0, errors = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        random_program_t r = random_program(seed, 1 + seed % 3, 0);
        explored_t full = explore(r.b.p, 1500);
        property_t property = {.kind = PROPERTY_UNREACH};
        stats_t stats = {0};
        limits_t limits;
        result_t result = {0};
        options_t options = {.max_threads = 12, .max_depth = 20};
        limits_init(&limits, 30, 0);
        engine_context_t context = {r.b.p, &property, &options, NULL, &limits, &stats};
        errors += full.is_complete && full.has_error;
        if (engine_hunt(&context, &result, 20000)) {
            replay_t replay = {0};
            CHECK(replay_run(&replay, r.b.p, &result.trace));
            replay_free(&replay);
            CHECK(full.has_error || !full.is_complete);
            found += full.is_complete;
        }
        result_free(&result);
        explored_free(&full);
        program_delete(r.b.p);
    }
    printf("%zu of %zu errors found\n", found, errors);
    CHECK(errors > 20);
    CHECK(found * 10 > errors * 8);
}
