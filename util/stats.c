#include "util/stats.h"

#include "util/mem.h"
#include "util/version.h"

#include <cjson/cJSON.h>

#include <stdio.h>
#include <time.h>

void stats_set_activity(stats_t *stats, const char *activity) {
    snprintf(stats->activity, sizeof stats->activity, "%s", activity);
}

void stats_add_attempt(stats_t *stats, const char *name, double seconds, const char *ending) {
    uint64_t number = stats->attempt_count++;
    if (number >= STATS_MAX_ATTEMPTS) return;
    stats_attempt_t *attempt = &stats->attempts[number];
    snprintf(attempt->name, sizeof attempt->name, "%s", name);
    snprintf(attempt->ending, sizeof attempt->ending, "%s", ending);
    attempt->seconds = seconds;
}

static size_t kept_attempts(const stats_t *stats) {
    return stats->attempt_count < STATS_MAX_ATTEMPTS ? stats->attempt_count : STATS_MAX_ATTEMPTS;
}

double stats_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double stats_processor(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

static void print_counter(strbuf_t *out, const char *text, uint64_t value) {
    if (value) strbuf_printf(out, "%-32s %14llu\n", text, (unsigned long long)value);
}

static void print_timer(strbuf_t *out, const char *text, double seconds) {
    if (seconds >= 0.001) strbuf_printf(out, "%-32s %12.3f s\n", text, seconds);
}

void stats_print_text(strbuf_t *out, const stats_t *stats) {
#define PRINT_COUNTER(field, text) print_counter(out, text, stats->field);
    STATS_COUNTERS(PRINT_COUNTER)
#undef PRINT_COUNTER
#define PRINT_TIMER(field, text) print_timer(out, text, stats->field);
    STATS_TIMERS(PRINT_TIMER)
#undef PRINT_TIMER
    for (size_t i = 0; i < kept_attempts(stats); i++)
        strbuf_printf(out, "attempt %-24s %12.3f s  %s\n", stats->attempts[i].name,
                      stats->attempts[i].seconds, stats->attempts[i].ending);
}

/* Digits beyond microseconds are noise. */
static void add_seconds(cJSON *object, const char *name, double seconds) {
    char text[64];
    snprintf(text, sizeof text, "%.6f", seconds);
    cJSON_AddRawToObject(object, name, text);
}

void stats_print_json(strbuf_t *out, const stats_t *stats, const char *verdict,
                      const char *reason) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "version", HEDDLE_VERSION);
    cJSON_AddStringToObject(object, "verdict", verdict);
    if (reason) cJSON_AddStringToObject(object, "reason", reason);
#define ADD_COUNTER(field, text) cJSON_AddNumberToObject(object, #field, (double)stats->field);
    STATS_COUNTERS(ADD_COUNTER)
#undef ADD_COUNTER
#define ADD_TIMER(field, text) add_seconds(object, #field, stats->field);
    STATS_TIMERS(ADD_TIMER)
#undef ADD_TIMER
    cJSON *attempts = cJSON_AddArrayToObject(object, "attempts");
    for (size_t i = 0; i < kept_attempts(stats); i++) {
        cJSON *attempt = cJSON_CreateObject();
        cJSON_AddStringToObject(attempt, "name", stats->attempts[i].name);
        add_seconds(attempt, "seconds", stats->attempts[i].seconds);
        cJSON_AddStringToObject(attempt, "ending", stats->attempts[i].ending);
        cJSON_AddItemToArray(attempts, attempt);
    }
    char *text = cJSON_Print(object);
    REQUIRE(text);
    strbuf_printf(out, "%s\n", text);
    cJSON_free(text);
    cJSON_Delete(object);
}
