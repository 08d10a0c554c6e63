#include "tests/unit/test.h"

#include "cfa/property.h"
#include "cfa/result.h"

TEST(unknown_has_a_reason) {
    result_t result = {.verdict = VERDICT_TRUE};
    result_set_unknown(&result, "%s:%d: %s", "a.c", 3, "recursion");
    CHECK_EQ(result.verdict, VERDICT_UNKNOWN);
    CHECK_STR(result.reason, "a.c:3: recursion");
    result_set_unknown(&result, "again: %s", result.reason);
    CHECK_STR(result.reason, "again: a.c:3: recursion");
    VEC_PUSH(result.trace.steps, (trace_step_t){.thread = 1});
    result_free(&result);
    CHECK(result.reason == NULL && result.trace.steps.data == NULL);
}

TEST(property_names_its_function) {
    property_t named = {.kind = PROPERTY_UNREACH, .error_function = "bad"};
    property_t standard = {.kind = PROPERTY_UNREACH};
    property_t deadlock = {.kind = PROPERTY_DEADLOCK};
    CHECK(property_is_error_call(&named, "bad"));
    CHECK(!property_is_error_call(&named, "reach_error"));
    CHECK(!property_is_error_call(&named, "__assert_fail"));
    CHECK(property_is_error_call(&standard, "reach_error"));
    CHECK(property_is_error_call(&standard, "__VERIFIER_error"));
    CHECK(property_is_error_call(&standard, "__assert_fail"));
    CHECK(!property_is_error_call(&standard, "abort"));
    CHECK(!property_is_error_call(&deadlock, "reach_error"));
}
