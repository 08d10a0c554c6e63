#include "engine/attempts.h"
#include "engine/engines.h"
#include "tests/unit/engine_run.h"
#include "tests/unit/test.h"

/* What the table says is what is done. */

static size_t count_attempts(const char *analysis, const char *engine) {
    size_t count = 0;
    for (const attempt_t *a = attempts; a->name; a++)
        count += strcmp(a->engine, engine) == 0 && a->analyses && strstr(a->analyses, analysis);
    return count;
}

static bool is_attempt(const char *name, size_t length) {
    for (const attempt_t *a = attempts; a->name; a++)
        if (strlen(a->name) == length && memcmp(a->name, name, length) == 0) return true;
    return false;
}

static void check_link(const attempt_t *attempt, const char *link) {
    while (link && *link) {
        size_t length = strcspn(link, "|");
        if (!CHECK(is_attempt(link, length))) printf("    %s: %s\n", attempt->name, link);
        link += length + (link[length] == '|');
    }
}

TEST(the_table_names_what_there_is) {
    for (const attempt_t *a = attempts; a->name; a++) {
        CHECK(engine_class_named(a->engine) != NULL);
        check_link(a, a->when_tired);
        check_link(a, a->when_undecided);
        check_link(a, a->when_refused);
        check_link(a, a->when_barred);
        options_t options = engine_default_options();
        if (a->options) options_override(&options, a->options); /* aborts if it is wrong */
        CHECK(strlen(a->name) < STATS_ACTIVITY_SIZE);
    }
    CHECK(count_attempts("auto", "value") > 0);
    CHECK(count_attempts("predicate", "predicate") > 0);
}

TEST(engines_are_found_by_name) {
    CHECK(!engine_class_named("nonsense"));
    strbuf_t rows = {0}, configurations = {0};
    engines_print(&rows);
    engines_print_configurations(&configurations);
    for (size_t i = 0; engine_classes[i]; i++) {
        const engine_class_t *engine = engine_classes[i];
        CHECK(engine_class_named(engine->name) == engine);
        CHECK(engine->run && engine->help && engine->configurations);
        CHECK(engine->refutes || engine->proves);
        CHECK(strstr(strbuf_text(&rows), engine->name) != NULL);
        bool is_listed = strstr(strbuf_text(&configurations), engine->name) != NULL;
        CHECK_EQ(is_listed, !engine->reads_only_boolean);
    }
    strbuf_free(&rows);
    strbuf_free(&configurations);
}

static bool was_tried(const stats_t *stats, const char *name) {
    for (size_t i = 0; i < stats->attempt_count; i++)
        if (strcmp(stats->attempts[i].name, name) == 0) return true;
    return false;
}

TEST(attempts_are_noted) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    options_t options = engine_default_options();
    options.hunt = 1000;
    engine_outcome_t outcome = engine_outcome(p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_TRUE);
    CHECK(was_tried(&outcome.stats, "hunt"));
    CHECK(was_tried(&outcome.stats, "values"));
    options.hunt = 0;
    outcome = engine_outcome(p, &options);
    CHECK(!was_tried(&outcome.stats, "hunt"));
    program_delete(p);
}

/* An engine that only finds violations cannot prove, and says so. */
TEST(an_engine_that_is_chosen_runs_alone) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    options_t options = engine_default_options();
    options.analysis = "bmc";
    engine_outcome_t outcome = engine_outcome(p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_TRUE);
    CHECK(was_tried(&outcome.stats, "bmc"));
    CHECK(!was_tried(&outcome.stats, "values") && !was_tried(&outcome.stats, "hunt"));
    program_delete(p);
}

/* The other side, which refuses so many proofs. */
typedef struct {
    unsigned refusals, asked;
} refusing_t;

static void refuse(void *context, const engine_context_t *engine, result_t *result) {
    refusing_t *r = context;
    (void)engine;
    if (result->answers[0].verdict != VERDICT_TRUE) return;
    r->asked++;
    if (r->asked > r->refusals) return;
    result_take_back(result, 0, "refusal %u", r->asked);
    result->ending = ENDED_REFUSED;
}

static verdict_t run_refused(const program_t *p, refusing_t *refusing, char *reason, size_t size) {
    limits_t limits;
    stats_t stats = {0};
    options_t options = engine_default_options();
    terms_t *terms = terms_new();
    limits_init(&limits, 60, 0);
    engine_context_t context = {.program = p,
                                .properties = build_properties(),
                                .options = &options,
                                .terms = terms,
                                .limits = &limits,
                                .stats = &stats};
    portfolio_evidence_t evidence = {.context = refusing,
                                     .confirm = refuse,
                                     .give_trace = engine_ignore_trace,
                                     .has_invariants = engine_has_invariants,
                                     .give_proof = engine_ignore_proof};
    result_t result;
    result_init(&result, build_properties(), 1);
    portfolio_run(&context, &evidence, &result);
    verdict_t verdict = result.answers[0].verdict;
    if (result.answers[0].reason) snprintf(reason, size, "%s", result.answers[0].reason);
    result_free(&result);
    terms_delete(terms);
    return verdict;
}

TEST(a_refused_proof_is_followed_by_others) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    char reason[100] = "";
    refusing_t one = {.refusals = 1}, all = {.refusals = 1000};
    CHECK_EQ(run_refused(p, &one, reason, sizeof reason), VERDICT_TRUE);
    CHECK_EQ(one.asked, 2);
    CHECK_EQ(run_refused(p, &all, reason, sizeof reason), VERDICT_UNKNOWN);
    CHECK(all.asked >= 3);
    CHECK_STR(reason, "refusal 1"); /* the first one is told */
    program_delete(p);
}

/* A program that no engine of the choice can answer. */
TEST(what_cannot_be_answered_is_said) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    options_t options = engine_default_options();
    options.analysis = "crowd";
    options.crowd = CROWD_NEVER;
    engine_outcome_t outcome = engine_outcome(p, &options);
    CHECK_EQ(outcome.verdict, VERDICT_UNKNOWN);
    CHECK(outcome.reason[0]);
    program_delete(p);
}
