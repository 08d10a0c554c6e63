#include "tests/unit/test.h"

#include "tests/unit/trace_build.h"
#include "witness/reproduce/schedule.h"

/* The schedule of a run of the counter program, as text without positions. */
static char *text_of(const program_t *program, const char *moves, bool is_violation) {
    trace_t trace = make_trace(program, moves);
    replay_t replay;
    CHECK_EQ(replay_run(&replay, program, build_properties(), 0, &trace), is_violation);
    schedule_t schedule;
    schedule_make(&schedule, &replay);
    strbuf_t out = {0};
    for (size_t i = 0; i < schedule.steps.len; i++) {
        static const char *const kinds[] = {
#define KIND_TEXT(name, text) text,
            SCHEDULE_KINDS(KIND_TEXT)
#undef KIND_TEXT
        };
        const schedule_step_t *step = &schedule.steps.data[i];
        strbuf_printf(&out, "%s%u:%s", i ? " " : "", step->thread, kinds[step->kind]);
        if (step->object == SCHEDULE_NO_OBJECT) continue;
        strbuf_printf(&out, ":%s", schedule.objects.data[step->object].object->name);
        if (step->has_value) strbuf_printf(&out, "=%u", (unsigned)step->value);
    }
    schedule_free(&schedule);
    replay_free(&replay);
    trace_end(&trace);
    return out.data;
}

TEST(what_threads_share_is_ordered) {
    counter_t c = build_counter(false, 2);
    char *text = text_of(c.b.p,
                         "0012121200"
                         "0a0",
                         true);
    CHECK_STR(text, "0:create 0:create 1:read:x=0 2:read:x=0 1:write:x=1 2:write:x=1 1:end 2:end "
                    "0:join 0:join 0:read:x=1 0:error");
    mem_free(text);
    program_delete(c.b.p);
}

TEST(mutexes_are_ordered) {
    counter_t c = build_counter(true, 2);
    char *text = text_of(c.b.p, "0011111222220", false);
    CHECK_STR(text, "0:create 0:create 1:lock 1:read:x=0 1:write:x=1 1:unlock 1:end 2:lock "
                    "2:read:x=1 2:write:x=2 2:unlock 2:end 0:join");
    mem_free(text);
    program_delete(c.b.p);
}

/* Only one thread touches x: nothing of it is ordered. */
TEST(what_one_thread_touches_is_left_out) {
    counter_t c = build_counter(false, 1);
    char *text = text_of(c.b.p, "0111", false);
    CHECK_STR(text, "0:create 1:end");
    mem_free(text);
    program_delete(c.b.p);
}

TEST(the_text_is_one_line_per_fact) {
    counter_t c = build_counter(false, 2);
    trace_t trace = make_trace(c.b.p, "0012121200"
                                      "0a0");
    replay_t replay;
    CHECK(replay_run(&replay, c.b.p, build_properties(), 0, &trace));
    schedule_t schedule;
    schedule_make(&schedule, &replay);
    strbuf_t out = {0};
    schedule_print(&out, &schedule);
    const char *text = strbuf_text(&out);
    CHECK(strncmp(text, "thread 0 main\nthread 1 ", 23) == 0);
    CHECK(strstr(text, "\nfile 0 test.c\n") != NULL);
    CHECK(strstr(text, " static 0 0 4 0 - x\n") != NULL);
    CHECK(strstr(text, " error - 0 0 - 0 ") != NULL);
    strbuf_free(&out);
    schedule_free(&schedule);
    replay_free(&replay);
    trace_end(&trace);
    program_delete(c.b.p);
}
