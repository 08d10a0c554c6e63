#include "tests/unit/test.h"

#include "util/limits.h"
#include "util/stats.h"

#include <unistd.h>

/* Asks until the limits say yes, for some seconds at most. */
static bool ask_for_seconds(limits_t *limits, double seconds, const char **reason) {
    double end = stats_now() + seconds;
    while (stats_now() < end)
        for (int i = 0; i < 100; i++)
            if (limits_exceeded(limits, reason)) return true;
    return false;
}

TEST(no_limits) {
    limits_t limits;
    limits_init(&limits, 0, 0);
    CHECK(!ask_for_seconds(&limits, 0.05, NULL));
    CHECK_EQ(limits_milliseconds_left(&limits, 0), 0);
    CHECK_EQ(limits_milliseconds_left(&limits, 500), 500);
}

TEST(time_limit) {
    limits_t limits;
    limits_init(&limits, 1, 0);
    const char *reason = NULL;
    CHECK(!ask_for_seconds(&limits, 0.2, NULL));
    unsigned left = limits_milliseconds_left(&limits, 0);
    CHECK(left > 0 && left <= 800);
    CHECK_EQ(limits_milliseconds_left(&limits, 10), 10);
    CHECK(ask_for_seconds(&limits, 3, &reason));
    CHECK_STR(reason, "time limit exceeded");
    CHECK_EQ(limits_milliseconds_left(&limits, 0), 1);
    CHECK(limits_exceeded(&limits, NULL));
}

TEST(memory_limit) {
    limits_t limits;
    limits_init(&limits, 0, 1000000);
    CHECK(!ask_for_seconds(&limits, 0.1, NULL));
    CHECK(limits_resident(0) > (1 << 16));
    CHECK_EQ(limits_resident(getpid()) > 0, true);
    limits_init(&limits, 0, 1); /* every process has more than that */
    const char *reason = NULL;
    CHECK(ask_for_seconds(&limits, 1, &reason));
    CHECK_STR(reason, "memory limit of 1 MB exceeded");
}

static void count_tick(void *context) {
    ++*(int *)context;
}

TEST(ticks_come_at_some_of_the_calls) {
    limits_t limits;
    int ticks = 0;
    limits_init(&limits, 0, 0);
    limits.tick = count_tick;
    limits.tick_context = &ticks;
    for (int i = 0; i < 6400; i++) CHECK(!limits_exceeded(&limits, NULL));
    CHECK_EQ(ticks, 100);
}

TEST(signals_are_seen_at_the_next_call) {
    limits_t limits;
    limits_init(&limits, 0, 0);
    CHECK(!limits_exceeded(&limits, NULL));
    limits_catch_signals();
    raise(SIGTERM);
    const char *reason = NULL;
    CHECK(limits_exceeded(&limits, &reason));
    CHECK_STR(reason, "interrupted by SIGTERM");
    limits_signal = 0;
}
