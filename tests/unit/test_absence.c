#include "tests/unit/test.h"

#include "engine/absence/absence_engine.h"
#include "tests/unit/witness_build.h"
#include "witness/proof_check.h"

/* Does the engine claim it, and does the check accept the claim, made or not? */
static void judge(build_t *b, bool *claims, bool *accepts) {
    result_t result;
    stats_t stats = {0};
    const property_set_t *set = build_properties();
    engine_context_t context = {.program = b->p, .properties = set, .stats = &stats};
    engine_budget_t budget = {0};
    result_init(&result, set, property_set_all(set));
    absence_engine.run(&context, &budget, &result);
    *claims = result.answers[0].verdict == VERDICT_TRUE;
    result_free(&result);
    proof_t proof = {.kind = PROOF_ABSENCE};
    check_limits_t limits = {.properties = set, .claimed = property_set_all(set)};
    char *why = NULL;
    *accepts = proof_check(b->p, NULL, NULL, &proof, &limits, NULL, &why);
    CHECK(*accepts == !why);
    mem_free(why);
}

/* other: what a second function does; called, created or not reached. */
static void check_program(edge_kind_t other, edge_kind_t reached_by, bool is_absent) {
    build_t b = build_new();
    bool claims, accepts;
    function_t *second = build_function(&b, "second", 0);
    build_edge(&b, other)->to->is_error = other == EDGE_ERROR;
    build_function(&b, "main", 0);
    edge_t *edge = build_edge(&b, reached_by);
    if (reached_by != EDGE_NOP) edge->callee = second;
    build_edge(&b, EDGE_RETURN);
    judge(&b, &claims, &accepts);
    CHECK_EQ(claims, is_absent);
    CHECK_EQ(accepts, is_absent);
    program_delete(b.p);
}

TEST(steps_that_violate_are_looked_for_where_main_leads) {
    check_program(EDGE_ERROR, EDGE_NOP, true);
    check_program(EDGE_ERROR, EDGE_CALL, false);
    check_program(EDGE_ERROR, EDGE_THREAD_CREATE, false);
    check_program(EDGE_EXIT, EDGE_CALL, true);
}

TEST(what_cannot_be_modelled_may_violate_anything) {
    check_program(EDGE_UNSUPPORTED, EDGE_NOP, true);
    check_program(EDGE_UNSUPPORTED, EDGE_CALL, false);
}

TEST(it_says_nothing_of_deadlocks) {
    property_set_t set = {0};
    property_set_add(&set, property_of_class(property_class_named("no-deadlock")));
    build_t b = build_new();
    build_function(&b, "main", 0);
    build_edge(&b, EDGE_RETURN);
    CHECK_EQ(absence_possible(b.p, &set), 1);
    proof_t proof = {.kind = PROOF_ABSENCE};
    check_limits_t limits = {.properties = &set, .claimed = 1};
    char *why = NULL;
    CHECK(!proof_check(b.p, NULL, NULL, &proof, &limits, NULL, &why));
    CHECK(why != NULL);
    mem_free(why);
    program_delete(b.p);
}
