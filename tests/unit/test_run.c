#include "tests/unit/test.h"

#include "main/run.h"

static run_t two_properties(verdict_t first, verdict_t second) {
    property_set_t set = {0};
    property_set_add(&set, property_of_class(property_class_named("no-deadlock")));
    property_set_add(&set, property_default());
    run_t run = {0};
    run_set_properties(&run, &set);
    run.answers[0].verdict = first;
    run.answers[1].verdict = second;
    return run;
}

TEST(all_must_hold) {
    run_t run = two_properties(VERDICT_TRUE, VERDICT_TRUE);
    CHECK_STR(run.answers[0].name, "unreach-call");
    run_conclude(&run);
    CHECK(run.has_verdict && run.verdict == VERDICT_TRUE);
    CHECK_EQ(run.exit_code, EXIT_CODE_TRUE);
    run = two_properties(VERDICT_TRUE, VERDICT_UNKNOWN);
    strcpy(run.answers[1].reason, "too many states");
    run_conclude(&run);
    CHECK_EQ(run.verdict, VERDICT_UNKNOWN);
    CHECK_EQ(run.exit_code, EXIT_CODE_UNKNOWN);
    CHECK_STR(run.reason, "too many states");
}

TEST(the_first_class_that_is_violated_is_named) {
    run_t run = two_properties(VERDICT_UNKNOWN, VERDICT_FALSE);
    run_conclude(&run);
    CHECK_EQ(run.verdict, VERDICT_FALSE);
    CHECK_STR(run.violated, "no-deadlock");
    run = two_properties(VERDICT_FALSE, VERDICT_FALSE);
    run_conclude(&run);
    CHECK_STR(run.violated, "unreach-call");
    CHECK_EQ(run.exit_code, EXIT_CODE_FALSE);
}

TEST(what_was_answered_stands_when_the_worker_dies) {
    run_t run = two_properties(VERDICT_UNKNOWN, VERDICT_FALSE);
    run_set_unknown(&run, EXIT_CODE_INTERNAL, "crashed while %s", "verifying");
    CHECK_EQ(run.verdict, VERDICT_FALSE);
    CHECK_STR(run.answers[0].reason, "crashed while verifying");
    run = two_properties(VERDICT_TRUE, VERDICT_TRUE); /* and then it could not be written, say */
    run_set_unknown(&run, EXIT_CODE_INTERNAL, "crashed");
    CHECK_EQ(run.verdict, VERDICT_UNKNOWN);
    CHECK_EQ(run.exit_code, EXIT_CODE_INTERNAL);
    CHECK_STR(run.reason, "crashed");
}
