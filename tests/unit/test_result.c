#include "tests/unit/test.h"

#include "cfa/result.h"

static property_set_t two_properties(void) {
    property_set_t set = {0};
    property_set_add(&set, property_default());
    property_set_add(&set, property_of_class(property_class_named("deadlock")));
    return set;
}

TEST(unknown_has_a_reason) {
    property_set_t set = two_properties();
    result_t result;
    result_init(&result, &set, 3);
    result_set_unknown(&result, ENDED_BARRED, "%s:%d: %s", "a.c", 3, "recursion");
    CHECK_EQ(result.ending, ENDED_BARRED);
    CHECK_EQ(result_with(&result, VERDICT_UNKNOWN), 3);
    CHECK_STR(result.answers[1].reason, "a.c:3: recursion");
    result_take_back(&result, 1, "again: %s", result.answers[1].reason);
    CHECK_STR(result.answers[1].reason, "again: a.c:3: recursion");
    CHECK_STR(result.answers[0].reason, "a.c:3: recursion");
    result_free(&result);
    CHECK(!result.answers[0].reason);
}

TEST(each_property_has_an_answer_of_its_own) {
    property_set_t set = two_properties();
    result_t result;
    result_init(&result, &set, 3);
    trace_t *trace = result_set_false(&result, 1);
    VEC_PUSH(trace->steps, (trace_step_t){.thread = 1});
    result_set_true(&result, &(proof_t){.kind = PROOF_STATES});
    CHECK_EQ(result_with(&result, VERDICT_TRUE), 1);
    CHECK_EQ(result_with(&result, VERDICT_FALSE), 2);
    result_set_unknown(&result, ENDED_DECIDED, "nothing is left");
    CHECK_EQ(result_with(&result, VERDICT_UNKNOWN), 0);
    result_take_back(&result, 0, "not confirmed");
    CHECK_EQ(result_with(&result, VERDICT_UNKNOWN), 1);
    result_free(&result);
    CHECK(!result.answers[1].trace.steps.data);
}

TEST(what_was_not_asked_is_not_answered) {
    property_set_t set = two_properties();
    result_t result;
    result_init(&result, &set, 2);
    result_set_true(&result, &(proof_t){.kind = PROOF_STATES});
    CHECK_EQ(result_with(&result, VERDICT_TRUE), 2);
    CHECK_EQ(result.answers[0].verdict, VERDICT_UNKNOWN);
    result_free(&result);
}

TEST(property_names_its_function) {
    property_set_t named = {0}, standard = {0}, deadlock = {0};
    property_t bad = property_default();
    bad.function = "bad";
    CHECK(property_set_add(&named, bad));
    CHECK(!property_set_add(&named, bad));
    property_set_add(&standard, property_default());
    property_set_add(&deadlock, property_of_class(property_class_named("no-deadlock")));
    CHECK_EQ(property_set_error_call(&named, "bad"), 0);
    CHECK_EQ(property_set_error_call(&named, "reach_error"), 1);
    CHECK_EQ(property_set_error_call(&named, "__assert_fail"), 1);
    CHECK_EQ(property_set_error_call(&standard, "reach_error"), 0);
    CHECK_EQ(property_set_error_call(&standard, "__VERIFIER_error"), 0);
    CHECK_EQ(property_set_error_call(&standard, "__assert_fail"), 0);
    CHECK_EQ(property_set_error_call(&standard, "abort"), 1);
    CHECK_EQ(property_set_error_call(&deadlock, "reach_error"), 1);
}

TEST(classes_say_what_they_need) {
    property_set_t set = two_properties();
    CHECK_EQ(property_set_violated_by(&set, 3, VIOLATION_STEP), 1);
    CHECK_EQ(property_set_violated_by(&set, 3, VIOLATION_STUCK), 2);
    CHECK_EQ(property_set_violated_by(&set, 1, VIOLATION_STUCK), 0);
    CHECK_EQ(property_set_visible(&set, 1), VISIBLE_ERRORS);
    CHECK_EQ(property_set_visible(&set, 2), VISIBLE_NONE);
    CHECK(property_set_models_waiting(&set));
    CHECK(property_set_has_proof(&set, 1, PROOF_PAIRS));
    CHECK(!property_set_has_proof(&set, 3, PROOF_PAIRS));
    CHECK(!property_class_named("nonsense"));
}

TEST(parts_of_a_set) {
    property_set_t set = two_properties();
    CHECK_EQ(property_set_hiding(&set), 1);
    property_set_t part = property_set_part(&set, 2);
    CHECK_EQ(part.count, 1);
    CHECK_STR(part.at[0].class->name, "no-deadlock");
    CHECK_EQ(property_set_find(&set, &part.at[0]), 1);
    CHECK_EQ(property_set_find(&part, &set.at[0]), part.count);
}
