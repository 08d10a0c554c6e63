#ifndef TESTS_UNIT_ENGINE_RUN_H
#define TESTS_UNIT_ENGINE_RUN_H

#include "cfa/passes.h"
#include "engine/portfolio.h"
#include "solver/solver.h"
#include "tests/unit/witness_build.h"
#include "witness/proof_check.h"
#include "witness/semantics/replay.h"

#include <stdio.h>

/* One run of the portfolio as the options say, with its evidence checked. */
typedef struct engine_outcome {
    verdict_t verdict; /* as an engine gave it */
    bool evidence; /* the trace could be replayed, the proof was accepted */
    char reason[400]; /* why it is unknown, or the evidence was refused */
    stats_t stats;
    check_stats_t check;
} engine_outcome_t;

__attribute__((unused)) static options_t engine_default_options(void) {
    return (options_t){.analysis = "auto",
                       .max_threads = 8,
                       .max_depth = 20,
                       .loop_bound = 1,
                       .max_loop_bound = 10,
                       .block_size = 3};
}

/* What was said is noted with its evidence and never taken back. */
static void engine_examine(void *context, const engine_context_t *engine, result_t *result) {
    engine_outcome_t *outcome = context;
    const answer_t *answer = &result->answers[0];
    char *why = NULL;
    if (answer->verdict == VERDICT_TRUE)
        outcome->evidence = proof_check(engine->program, engine->terms, solver_default_class(NULL),
                                        &result->proof, NULL, &outcome->check, &why);
    if (answer->verdict == VERDICT_FALSE) {
        replay_t replay = {0};
        outcome->evidence =
            replay_run(&replay, engine->program, result->properties, 0, &answer->trace);
        replay_free(&replay);
    }
    if (why) snprintf(outcome->reason, sizeof outcome->reason, "not accepted: %s", why);
    if (why) printf("  not accepted: %s\n", why);
    mem_free(why);
}

static void engine_ignore_trace(void *context, const result_t *result, size_t property) {
    (void)context;
    (void)result;
    (void)property;
}

static bool engine_has_invariants(void *context, const result_t *result) {
    (void)context;
    (void)result;
    return true;
}

static void engine_ignore_proof(void *context, const result_t *proof, const result_t *invariants) {
    (void)context;
    (void)proof;
    (void)invariants;
}

__attribute__((unused)) static engine_outcome_t engine_outcome(const program_t *program,
                                                               const options_t *options) {
    engine_outcome_t outcome = {0};
    limits_t limits;
    terms_t *terms = terms_new();
    limits_init(&limits, 60, 0);
    engine_context_t context = {.program = program,
                                .properties = build_properties(),
                                .options = options,
                                .terms = terms,
                                .limits = &limits,
                                .stats = &outcome.stats};
    portfolio_evidence_t evidence = {.context = &outcome,
                                     .confirm = engine_examine,
                                     .give_trace = engine_ignore_trace,
                                     .has_invariants = engine_has_invariants,
                                     .give_proof = engine_ignore_proof};
    result_t result;
    result_init(&result, build_properties(), 1);
    portfolio_run(&context, &evidence, &result);
    outcome.verdict = result.answers[0].verdict;
    if (outcome.verdict == VERDICT_UNKNOWN && result.answers[0].reason)
        snprintf(outcome.reason, sizeof outcome.reason, "%s", result.answers[0].reason);
    result_free(&result);
    terms_delete(terms);
    return outcome;
}

/* One run of one engine, without a budget. */
__attribute__((unused)) static void engine_run_class(const engine_class_t *engine,
                                                     const program_t *program, terms_t *terms,
                                                     const options_t *options, uint64_t work,
                                                     stats_t *stats, result_t *result) {
    limits_t limits;
    limits_init(&limits, 30, 0);
    engine_context_t context = {.program = program,
                                .properties = build_properties(),
                                .options = options,
                                .terms = terms,
                                .limits = &limits,
                                .stats = stats};
    engine_budget_t budget = {.work = work};
    result_init(result, build_properties(), 1);
    engine->run(&context, &budget, result);
}

/* Programs. */

/* for (i = 0; i < 3; i++) x += 2; error if x == error_value. */
__attribute__((unused)) static program_t *engine_loop_program(int64_t error_value) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    reg_t i = build_reg(&b, "i"), r = build_reg(&b, "r");
    S_assign(&b, i, E_int(&b, 0));
    node_t *head = b.at;
    S_assume(&b, E_lt(&b, E_reg(&b, i), E_int(&b, 3)));
    S_assign(&b, r, E_load(&b, x));
    S_store(&b, E_addr(&b, x), E_add(&b, E_reg(&b, r), E_int(&b, 2)));
    edge_t *back = build_edge_to(&b, EDGE_ASSIGN, head);
    back->target = i;
    back->value = E_add(&b, E_reg(&b, i), E_int(&b, 1));
    b.at = head;
    S_assume(&b, E_not(&b, E_lt(&b, E_reg(&b, i), E_int(&b, 3))));
    S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, error_value)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

/* worker(n): flag = id(n). main starts it with an input n and joins it; error if
 * flag == n + difference. */
__attribute__((unused)) static program_t *engine_call_program(int64_t difference) {
    build_t b = build_new();
    object_t *flag = build_global(&b, "flag", b.i32);
    build_function(&b, "id", 1);
    S_return(&b, E_reg(&b, 0));
    function_t *id = b.f;
    build_function(&b, "worker", 1);
    reg_t v = build_reg(&b, "v");
    S_call(&b, id, E_reg(&b, 0), v);
    S_store(&b, E_addr(&b, flag), E_reg(&b, v));
    S_return(&b, E_int(&b, 0));
    function_t *worker = b.f;
    build_function(&b, "main", 0);
    reg_t n = build_reg(&b, "n");
    S_havoc(&b, n);
    S_create(&b, worker, E_reg(&b, n), NULL);
    S_join(&b, E_int(&b, 1), NO_REG);
    S_error_if(&b, E_eq(&b, E_load(&b, flag), E_add(&b, E_reg(&b, n), E_int(&b, difference))));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    return b.p;
}

#endif
