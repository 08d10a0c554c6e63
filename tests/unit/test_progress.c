#include "tests/unit/test.h"

#include "util/progress.h"

TEST(the_line_tells_the_essentials) {
    stats_t stats = {.refinements = 3, .states = 1234, .time_solver = 0.75};
    stats_set_activity(&stats, "predicate");
    strbuf_t out = {0};
    progress_text(&out, &stats, 12.3, 50 << 20, 200);
    CHECK_STR(strbuf_text(&out),
              "12 s | predicate | 3 refinements | 1234 states | solver 0.8 s | 50 MB");
    strbuf_clear(&out);
    progress_text(&out, &stats, 12.3, 50 << 20, 16);
    CHECK_STR(strbuf_text(&out), "12 s | predicate");
    strbuf_free(&out);
}

TEST(nothing_where_it_is_not_wanted) {
    stats_t stats = {0};
    progress_t progress;
    progress_init(&progress, false);
    progress.next = 0;
    progress_update(&progress, &stats, 0);
    CHECK(!progress.is_drawn);
    progress_erase(&progress);
    CHECK(!progress.is_enabled);
}
