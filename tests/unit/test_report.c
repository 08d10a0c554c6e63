#include "tests/unit/test.h"

#include "tests/unit/trace_build.h"
#include "witness/report/report.h"

#include <cjson/cJSON.h>

/* The lost update of two threads, as a report. */
typedef struct fixture {
    counter_t counter;
    trace_t trace;
    replay_t replay;
    story_t story;
    report_t *report;
    stats_t stats;
} fixture_t;

static void fixture_init(fixture_t *f) {
    *f = (fixture_t){.counter = build_counter(false, 2)};
    f->trace = make_trace(f->counter.b.p, "0012121200"
                                          "0a0");
    CHECK(replay_run(&f->replay, f->counter.b.p, build_properties(), 0, &f->trace));
    story_make(&f->story, &f->replay);
    f->report = report_new();
    report_add_violation(f->report, "unreach-call", &f->story);
}

static void fixture_free(fixture_t *f) {
    report_delete(f->report);
    story_free(&f->story);
    replay_free(&f->replay);
    trace_end(&f->trace);
    program_delete(f->counter.b.p);
}

static report_end_t end_of(const fixture_t *f, const char *verdict, const char *reason) {
    static const char *const files[] = {"a <b>.c"};
    return (report_end_t){.verdict = verdict,
                          .reason = reason,
                          .property = "unreach-call",
                          .version = "1",
                          .command_line = "heddle x.c",
                          .files = files,
                          .file_count = 1,
                          .exit_code = 10,
                          .stats = &f->stats};
}

TEST(a_story_tells_who_read_whose_write) {
    fixture_t f;
    fixture_init(&f);
    CHECK_EQ(f.story.threads.len, 3);
    CHECK_STR(f.story.threads.data[0].name, "main");
    uint32_t reads = 0;
    for (size_t i = 0; i < f.story.moments.len; i++) {
        const story_moment_t *moment = &f.story.moments.data[i];
        for (size_t k = 0; k < moment->accesses.len; k++) {
            const story_access_t *access = &moment->accesses.data[k];
            CHECK_STR(access->name, "x");
            if (access->before) continue;
            reads++;
            /* both workers see the initial value, main what was written last */
            if (moment->thread) CHECK_EQ(access->writer, STORY_NOBODY);
            if (!moment->thread) {
                CHECK_STR(access->value, "1");
                CHECK(access->writer < i);
            }
        }
    }
    CHECK_EQ(reads, 3);
    CHECK(f.story.moments.data[f.story.moments.len - 1].is_violation);
    fixture_free(&f);
}

TEST(sarif_has_a_flow_per_thread) {
    fixture_t f;
    fixture_init(&f);
    report_end_t end = end_of(&f, "false(unreach-call)", NULL);
    char *text = report_sarif(f.report, &end);
    cJSON *log = cJSON_Parse(text);
    cJSON *run = cJSON_GetArrayItem(cJSON_GetObjectItem(log, "runs"), 0);
    cJSON *result = cJSON_GetArrayItem(cJSON_GetObjectItem(run, "results"), 0);
    cJSON *flow = cJSON_GetArrayItem(cJSON_GetObjectItem(result, "codeFlows"), 0);
    cJSON *flows = cJSON_GetObjectItem(flow, "threadFlows"), *thread, *place;
    CHECK_EQ(cJSON_GetArraySize(flows), 3);
    /* every moment once, in some flow */
    size_t sum = 0;
    cJSON_ArrayForEach(thread, flows) {
        double last = 0;
        cJSON_ArrayForEach(place, cJSON_GetObjectItem(thread, "locations")) {
            double order = cJSON_GetObjectItem(place, "executionOrder")->valuedouble;
            CHECK(order > last);
            last = order;
            sum += (size_t)order;
        }
    }
    size_t count = f.story.moments.len;
    CHECK_EQ(sum, count * (count + 1) / 2);
    cJSON_Delete(log);
    cJSON_free(text);
    fixture_free(&f);
}

TEST(junit_and_annotations_escape) {
    fixture_t f;
    fixture_init(&f);
    strbuf_t out = {0};
    report_end_t end = end_of(&f, "false(unreach-call)", NULL);
    report_junit(&out, f.report, &end);
    CHECK(strstr(strbuf_text(&out), "classname=\"a &lt;b&gt;.c\"") != NULL);
    CHECK(strstr(strbuf_text(&out), "failures=\"1\" errors=\"0\"") != NULL);
    strbuf_clear(&out);
    report_annotations(&out, f.report, &end);
    CHECK(strncmp(strbuf_text(&out), "::error file=test.c,line=", 25) == 0);
    CHECK(strstr(strbuf_text(&out), "%0A") != NULL);
    CHECK(strchr(strbuf_text(&out), '\n') == out.data + out.len - 1);
    strbuf_free(&out);
    fixture_free(&f);
}

TEST(an_unknown_is_an_error_of_the_test) {
    fixture_t f;
    fixture_init(&f);
    report_t *nothing = report_new();
    report_end_t end = end_of(&f, "unknown", "time, 100% of it");
    strbuf_t out = {0};
    report_junit(&out, nothing, &end);
    CHECK(strstr(strbuf_text(&out), "<error type=\"unknown\" message=\"time, 100% of it\"/>"));
    strbuf_clear(&out);
    report_annotations(&out, nothing, &end);
    CHECK_STR(strbuf_text(&out), "::warning file=a <b>.c,title=unknown::time, 100%25 of it\n");
    char *text = report_sarif(nothing, &end);
    CHECK(strstr(text, "\"open\"") != NULL);
    cJSON_free(text);
    strbuf_free(&out);
    report_delete(nothing);
    fixture_free(&f);
}

TEST(the_page_holds_its_data) {
    fixture_t f;
    fixture_init(&f);
    strbuf_t out = {0};
    report_end_t end = end_of(&f, "false(unreach-call)", NULL);
    report_add_program(f.report, f.counter.b.p);
    report_page(&out, f.report, &end);
    const char *begin = strstr(strbuf_text(&out), "type=\"application/json\">");
    CHECK(begin != NULL);
    begin += strlen("type=\"application/json\">");
    const char *stop = strstr(begin, "</script>");
    cJSON *data = cJSON_ParseWithLength(begin, (size_t)(stop - begin));
    CHECK(data != NULL);
    CHECK_EQ(cJSON_GetArraySize(cJSON_GetObjectItem(data, "automata")), 2);
    CHECK_EQ(cJSON_GetArraySize(cJSON_GetObjectItem(data, "violations")), 1);
    cJSON_Delete(data);
    strbuf_free(&out);
    fixture_free(&f);
}
