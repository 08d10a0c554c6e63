#include "tests/unit/test.h"

#include "util/stats.h"

#include <cjson/cJSON.h>

TEST(text_leaves_out_what_did_not_happen) {
    stats_t stats = {.refinements = 12, .time_engine = 1.25};
    strbuf_t out = {0};
    stats_print_text(&out, &stats);
    CHECK(strstr(strbuf_text(&out), "refinements                                  12\n") != NULL);
    CHECK(strstr(strbuf_text(&out), "1.250 s\n") != NULL);
    CHECK(!strstr(strbuf_text(&out), "interpolations"));
    strbuf_free(&out);
}

TEST(json_has_every_field) {
    stats_t stats = {.states = UINT64_C(5000000000), .time_total = 0.5};
    strbuf_t out = {0};
    stats_print_json(&out, &stats, "unknown", "a \"quoted\" reason");
    cJSON *json = cJSON_Parse(strbuf_text(&out));
    CHECK(json != NULL);
#define HAS_FIELD(field, text) CHECK(cJSON_IsNumber(cJSON_GetObjectItem(json, #field)));
    STATS_COUNTERS(HAS_FIELD)
    STATS_TIMERS(HAS_FIELD)
#undef HAS_FIELD
    CHECK(cJSON_GetObjectItem(json, "states")->valuedouble == 5e9);
    CHECK(cJSON_GetObjectItem(json, "time_total")->valuedouble == 0.5);
    CHECK_STR(cJSON_GetObjectItem(json, "reason")->valuestring, "a \"quoted\" reason");
    CHECK_STR(cJSON_GetObjectItem(json, "verdict")->valuestring, "unknown");
    cJSON_Delete(json);
    strbuf_free(&out);
}

TEST(activity_is_cut_to_its_place) {
    stats_t stats = {0};
    char longer[200];
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    stats_set_activity(&stats, longer);
    CHECK_EQ(strlen(stats.activity), STATS_ACTIVITY_SIZE - 1);
    stats_set_activity(&stats, "bmc");
    CHECK_STR(stats.activity, "bmc");
}

TEST(the_clock_runs_forwards) {
    double first = stats_now(), second = stats_now();
    CHECK(first > 0 && second >= first);
}
