#include "tests/unit/test.h"

#include "tests/unit/trace_build.h"
#include "tests/unit/witness_build.h"
#include "witness/output/trace_print.h"
#include "witness/semantics/replay.h"
#include "witness/semantics/semantics.h"

/* Does the schedule reach the error? If not, the reason contains why. */
static bool replays(const program_t *program, const char *schedule, const char *why) {
    trace_t trace = make_trace(program, schedule);
    replay_t replay;
    bool reached = replay_run(&replay, program, build_properties(), 0, &trace);
    CHECK_EQ(reached, replay.why == NULL);
    if (why && (!replay.why || !strstr(replay.why, why))) {
        printf("unexpected: %s\n", replay.why ? replay.why : "(replays)");
        CHECK(false);
    }
    replay_free(&replay);
    trace_end(&trace);
    return reached;
}

TEST(lost_update_replays) {
    counter_t c = build_counter(false, 2);
    /* both load before either stores; then joins, the branch, the error */
    CHECK(replays(c.b.p,
                  "0012121200"
                  "0a0",
                  NULL));
    CHECK(!replays(c.b.p,
                   "0011122200"
                   "0a0",
                   "the condition does not hold"));
    program_delete(c.b.p);
}

TEST(what_cannot_happen_does_not_replay) {
    counter_t c = build_counter(true, 2);
    CHECK(!replays(c.b.p, "00120", "the mutex is held"));
    CHECK(!replays(c.b.p, "000", "the thread to join still runs"));
    CHECK(!replays(c.b.p, "00", "ends without a violation"));
    trace_t trace = make_trace(c.b.p, "00");
    trace.steps.data[1].thread = 1; /* who has no such edge */
    replay_t replay;
    CHECK(!replay_run(&replay, c.b.p, build_properties(), 0, &trace));
    CHECK_EQ(replay.failed_step, 1);
    CHECK(strstr(replay.why, "somewhere else") != NULL);
    CHECK(strstr(replay.why, "test.c:") != NULL);
    replay_free(&replay);
    trace.steps.data[1].thread = 5;
    CHECK(!replay_run(&replay, c.b.p, build_properties(), 0, &trace));
    CHECK(strstr(replay.why, "does not run") != NULL);
    replay_free(&replay);
    trace_end(&trace);
    program_delete(c.b.p);
}

TEST(steps_carry_their_accesses) {
    counter_t c = build_counter(false, 2);
    trace_t trace = make_trace(c.b.p, "0012121200"
                                      "0a0");
    replay_t replay;
    CHECK(replay_run(&replay, c.b.p, build_properties(), 0, &trace));
    CHECK_EQ(replay.steps.len, 12);
    CHECK_EQ(replay.steps.data[0].created, 1);
    CHECK_EQ(replay.steps.data[1].created, 2);
    const replay_step_t *load = &replay.steps.data[3], *store = &replay.steps.data[5];
    CHECK_EQ(load->thread, 2);
    CHECK_EQ(load->access_count, 1);
    CHECK(!replay.accesses.data[load->first_access].is_write);
    CHECK(load->has_value && load->value == 0);
    const replay_access_t *write = &replay.accesses.data[store->first_access];
    CHECK(write->is_write);
    CHECK_EQ(write->variable, variable_cell(c.x->address, 4));
    CHECK_EQ(write->before, 1);
    CHECK_EQ(write->after, 1);
    CHECK_EQ(replay.stack.len, 1);
    CHECK_STR(replay.stack.data[0].function->name, "main");
    replay_free(&replay);
    trace_end(&trace);
    program_delete(c.b.p);
}

/* f(n): if n == 42, error. main: n = input; f(n) */
TEST(inputs_and_call_stack) {
    build_t b = build_new();
    function_t *f = build_function(&b, "f", 1);
    S_error_if(&b, E_eq(&b, E_reg(&b, 0), E_int(&b, 42)));
    S_return(&b, NULL);
    build_function(&b, "main", 0);
    reg_t n = build_reg(&b, "n");
    S_havoc(&b, n);
    S_call(&b, f, E_reg(&b, n), NO_REG);
    layout_run(b.p);
    CHECK(!replays(b.p, "000a0", "the condition does not hold")); /* inputs are 0 */
    trace_t trace = make_trace(b.p, "000a0");
    VEC_PUSH(trace.inputs, (trace_input_t){0, 0, 42});
    replay_t replay;
    CHECK(replay_run(&replay, b.p, build_properties(), 0, &trace));
    CHECK_EQ(replay.stack.len, 2);
    CHECK_STR(replay.stack.data[0].function->name, "f");
    CHECK_STR(replay.stack.data[1].function->name, "main");
    CHECK_EQ(replay.stack.data[1].source.line, trace.steps.data[1].edge->source.line);
    CHECK_EQ(replay.steps.data[2].depth, 1);
    CHECK_EQ(replay.steps.data[0].value, 42);
    replay_free(&replay);
    trace_end(&trace);
    program_delete(b.p);
}

TEST(unknown_memory_comes_from_the_trace) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    x->init_unknown = true;
    build_function(&b, "main", 0);
    S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, 9)));
    layout_run(b.p);
    trace_t trace = make_trace(b.p, "0a0");
    replay_t replay;
    CHECK(!replay_run(&replay, b.p, build_properties(), 0, &trace));
    replay_free(&replay);
    VEC_PUSH(trace.memory, (trace_memory_t){x->address, 4, 9});
    CHECK(replay_run(&replay, b.p, build_properties(), 0, &trace));
    replay_free(&replay);
    /* What is initialised cannot be chosen. */
    VEC_PUSH(trace.memory, (trace_memory_t){y->address, 4, 9});
    CHECK(!replay_run(&replay, b.p, build_properties(), 0, &trace));
    CHECK(strstr(replay.why, "initialises") != NULL);
    replay_free(&replay);
    trace_end(&trace);
    program_delete(b.p);
}

TEST(undefined_steps_do_not_replay) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    S_join(&b, E_int(&b, 0), NO_REG);
    S_error(&b);
    layout_run(b.p);
    CHECK(!replays(b.p, "00", "cannot be joined"));
    program_delete(b.p);
}

static size_t longest_line(const char *text) {
    size_t longest = 0;
    for (const char *s = text; *s;) {
        size_t length = strcspn(s, "\n");
        if (length > longest) longest = length;
        s += length + (s[length] == '\n');
    }
    return longest;
}

TEST(columns_show_threads_and_values) {
    counter_t c = build_counter(false, 2);
    trace_t trace = make_trace(c.b.p, "0012121200"
                                      "0a0");
    replay_t replay;
    CHECK(replay_run(&replay, c.b.p, build_properties(), 0, &trace));
    strbuf_t out = {0};
    trace_print(&out, &replay, (trace_style_t){0});
    CHECK(strstr(out.data, "worker#1") != NULL);
    CHECK(strstr(out.data, "worker#2") != NULL);
    CHECK(strstr(out.data, "read x = 0") != NULL);
    CHECK(strstr(out.data, "x: 0 -> 1") != NULL);
    CHECK(strstr(out.data, "x: 1 -> 1") == NULL); /* nothing changes */
    CHECK(strstr(out.data, "VIOLATION") != NULL);
    CHECK(strstr(out.data, "call stack of main at the violation:\n    main at test.c:") != NULL);
    CHECK(longest_line(out.data) <= 100);
    /* The order of the run is the order of the rows. */
    CHECK(strstr(out.data, "x: 0 -> 1") < strstr(out.data, "x = 1"));
    strbuf_clear(&out);
    trace_print(&out, &replay, (trace_style_t){.width = 60});
    CHECK(longest_line(out.data) <= 60);
    strbuf_free(&out);
    replay_free(&replay);
    trace_end(&trace);
    program_delete(c.b.p);
}

TEST(many_threads_become_a_list) {
    counter_t c = build_counter(false, 6);
    trace_t trace = make_trace(c.b.p, "000000"
                                      "123456123456123456"
                                      "000000"
                                      "0a0");
    replay_t replay;
    CHECK(replay_run(&replay, c.b.p, build_properties(), 0, &trace));
    strbuf_t out = {0};
    trace_print(&out, &replay, (trace_style_t){0});
    CHECK(strstr(out.data, "worker#6:\n") != NULL);
    CHECK(strstr(out.data, " | ") == NULL);
    CHECK(strstr(out.data, "x = 1\n") != NULL);
    strbuf_free(&out);
    replay_free(&replay);
    trace_end(&trace);
    program_delete(c.b.p);
}
