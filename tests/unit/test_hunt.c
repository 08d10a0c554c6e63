#include "engine/hunt/hunt_engine.h"
#include "engine/hunt/shorten.h"
#include "tests/unit/engine_run.h"
#include "tests/unit/random_programs.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_explore.h"

static options_t hunting(unsigned steps) {
    options_t options = engine_default_options();
    options.analysis = "value";
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
    stats_t stats = {0};
    result_t result;
    engine_run_class(&hunt_engine, p, NULL, &options, 10000, &stats, &result);
    CHECK_EQ(result.answers[0].verdict, VERDICT_UNKNOWN);
    CHECK(stats.runs > 10);
    result_free(&result);
    program_delete(p);
}

/* worker: n = input; turns round n times; then the violation if n is not 0. main waits. */
static program_t *build_rounds(void) {
    build_t b = build_new();
    function_t *worker = build_function(&b, "worker", 0);
    reg_t n = build_reg(&b, "n");
    S_havoc(&b, n);
    node_t *head = b.at, *out = build_node(&b), *body = build_node(&b), *last = build_node(&b);
    const expr_t *left = expr_binary(b.p->exprs, EXPR_ULT, E_int(&b, 1), E_reg(&b, n));
    build_edge_to(&b, EDGE_ASSUME, body)->value = left;
    b.at = head;
    build_edge_to(&b, EDGE_ASSUME, out)->value =
        expr_binary(b.p->exprs, EXPR_ULE, E_reg(&b, n), E_int(&b, 1));
    b.at = body;
    S_assign(&b, n, E_add(&b, E_reg(&b, n), E_int(&b, -1)));
    build_edge_to(&b, EDGE_NOP, head);
    b.at = out;
    build_edge_to(&b, EDGE_ASSUME, last)->value =
        expr_binary(b.p->exprs, EXPR_EQ, E_reg(&b, n), E_int(&b, 1));
    b.at = last;
    node_t *error = build_node(&b);
    error->is_error = true;
    build_edge_to(&b, EDGE_ERROR, error);
    build_function(&b, "main", 0);
    S_create(&b, worker, NULL, NULL);
    build_edge_to(&b, EDGE_NOP, b.at);
    passes_run(b.p);
    return b.p;
}

TEST(a_trace_is_made_shorter) {
    program_t *p = build_rounds();
    machine_t *machine = machine_new(p, 4, 4);
    trace_t trace = {0};
    /* main turns round between the steps of a worker that turns round 7 times. */
    machine_answer_t answer = MACHINE_GOES_ON;
    machine_reset(machine);
    for (uint32_t step = 0; answer == MACHINE_GOES_ON && step < 1000; step++) {
        uint32_t thread = step % 2 && machine_next(machine, 1);
        const edge_t *edge = machine_next(machine, thread);
        if (edge->kind == EDGE_HAVOC) VEC_PUSH(trace.inputs, (trace_input_t){step, 0, 7});
        VEC_PUSH(trace.steps, (trace_step_t){thread, edge});
        answer = machine_step(machine, thread, edge, 7);
    }
    CHECK_EQ(answer, MACHINE_ERROR);
    size_t before = trace.steps.len;
    trace_shorten(machine, VIOLATION_STEP, &trace, 100000);
    CHECK(trace.steps.len < before / 4);
    CHECK_EQ(trace.inputs.len, 1);
    CHECK_EQ(trace.inputs.data[0].value, 1);
    size_t switches = 0;
    for (size_t i = 1; i < trace.steps.len; i++)
        switches += trace.steps.data[i].thread != trace.steps.data[i - 1].thread;
    CHECK_EQ(switches, 1);
    replay_t replay = {0};
    CHECK(replay_run(&replay, p, build_properties(), 0, &trace));
    replay_free(&replay);
    VEC_FREE(trace.steps);
    VEC_FREE(trace.inputs);
    machine_delete(machine);
    program_delete(p);
}

/* What a run finds must be there, and the semantics of the evidence must follow
 * it: they share nothing with the machine. */
TEST(what_is_found_is_there) {
    size_t found = 0, errors = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        random_program_t r = random_program(seed, 1 + seed % 3, 0);
        proof_states_t full = explore(r.b.p, 1500);
        stats_t stats = {0};
        result_t result;
        options_t options = {.max_threads = 12, .max_depth = 20};
        errors += full.is_complete && full.has_error;
        engine_run_class(&hunt_engine, r.b.p, NULL, &options, 20000, &stats, &result);
        if (result.answers[0].verdict == VERDICT_FALSE) {
            replay_t replay = {0};
            CHECK(replay_run(&replay, r.b.p, build_properties(), 0, &result.answers[0].trace));
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
