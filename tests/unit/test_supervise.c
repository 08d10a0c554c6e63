#include "tests/unit/test.h"

#include "main/supervise.h"
#include "util/limits.h"
#include "util/mem.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static run_t *supervised(supervise_work_t work, unsigned seconds, unsigned megabytes) {
    options_t options = {.no_progress = true, .time_limit = seconds, .memory_limit = megabytes};
    return supervise(work, &options, &options);
}

static void work_well(void *context, run_t *run) {
    (void)context;
    run->verdict = VERDICT_TRUE;
    run->has_verdict = true;
    run->stats.states = 77;
    run->stage = RUN_STAGE_DONE;
}

TEST(a_verdict_comes_back) {
    run_t *run = supervised(work_well, 0, 0);
    CHECK_EQ(run->verdict, VERDICT_TRUE);
    CHECK_EQ(run->exit_code, 0);
    CHECK_EQ(run->stats.states, 77);
    CHECK(run->stats.memory_kilobytes > 0);
    supervise_free(run);
}

static void work_and_crash(void *context, run_t *run) {
    (void)context;
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    run->stage = RUN_STAGE_ENGINE;
    run->stats.states = 5;
    signal(SIGSEGV, SIG_DFL); /* a sanitizer would have its own handler */
    raise(SIGSEGV);
}

TEST(a_crash_is_unknown_with_a_reason) {
    run_t *run = supervised(work_and_crash, 0, 0);
    CHECK_EQ(run->verdict, VERDICT_UNKNOWN);
    CHECK(run->has_verdict);
    CHECK_STR(run->reason, "crashed (Segmentation fault) while verifying");
    CHECK_EQ(run->exit_code, EXIT_CODE_INTERNAL);
    CHECK_EQ(run->stats.states, 5);
    supervise_free(run);
}

static void work_without_memory(void *context, run_t *run) {
    (void)context;
    run->stage = RUN_STAGE_CHECK;
    /* What util/mem.c does. */
    _exit(6);
}

TEST(out_of_memory_is_unknown_with_a_reason) {
    run_t *run = supervised(work_without_memory, 0, 0);
    CHECK_EQ(run->verdict, VERDICT_UNKNOWN);
    CHECK_STR(run->reason, "out of memory while checking the proof");
    CHECK_EQ(run->exit_code, EXIT_CODE_INTERNAL);
    supervise_free(run);
}

static void work_deafly(void *context, run_t *run) {
    (void)context;
    run->stage = RUN_STAGE_ENGINE;
    signal(SIGTERM, SIG_IGN);
    for (;;) pause();
}

TEST(a_worker_that_does_not_see_its_limit_is_killed) {
    double start = stats_now();
    run_t *run = supervised(work_deafly, 1, 0);
    double seconds = stats_now() - start;
    CHECK(seconds > 0.9 && seconds < 3);
    CHECK_EQ(run->verdict, VERDICT_UNKNOWN);
    CHECK_STR(run->reason, "time limit exceeded while verifying");
    CHECK_EQ(run->exit_code, EXIT_CODE_UNKNOWN);
    supervise_free(run);
}

static void work_greedily(void *context, run_t *run) {
    (void)context;
    run->stage = RUN_STAGE_ENGINE;
    size_t size = (size_t)200 << 20;
    memset(mem_alloc(size), 1, size);
    for (;;) pause();
}

static void work_well_and_stay(void *context, run_t *run) {
    work_well(context, run);
    sleep(60);
}

TEST(a_limit_after_the_verdict_changes_nothing) {
    run_t *run = supervised(work_well_and_stay, 1, 0);
    CHECK_EQ(run->verdict, VERDICT_TRUE);
    CHECK_EQ(run->exit_code, 0);
    supervise_free(run);
}

TEST(a_worker_far_above_its_memory_is_killed) {
    run_t *run = supervised(work_greedily, 20, 100);
    CHECK_STR(run->reason, "memory limit exceeded while verifying");
    CHECK_EQ(run->exit_code, EXIT_CODE_UNKNOWN);
    supervise_free(run);
}

static void work_until_signal(void *context, run_t *run) {
    (void)context;
    run->stage = RUN_STAGE_ENGINE;
    limits_t limits;
    limits_init(&limits, 20, 0);
    kill(getppid(), SIGINT); /* the user presses Ctrl-C */
    while (!limits_exceeded(&limits, NULL)) usleep(100);
    run->stats.states = 9;
    run_set_unknown(run, EXIT_CODE_UNKNOWN, "as the engine says it");
    run->stage = RUN_STAGE_DONE;
}

TEST(a_signal_asks_the_worker_to_end) {
    double start = stats_now();
    run_t *run = supervised(work_until_signal, 0, 0);
    CHECK(stats_now() - start < 1.5);
    CHECK(strstr(run->reason, "interrupted by SIGINT") == run->reason);
    CHECK_EQ(run->exit_code, EXIT_CODE_UNKNOWN);
    CHECK_EQ(run->stats.states, 9);
    supervise_free(run);
}

static void work_deafly_after_signal(void *context, run_t *run) {
    kill(getppid(), SIGTERM);
    work_deafly(context, run);
}

TEST(a_worker_deaf_to_the_signal_is_killed) {
    double start = stats_now();
    run_t *run = supervised(work_deafly_after_signal, 0, 0);
    double seconds = stats_now() - start;
    CHECK(seconds > 1.5 && seconds < 4);
    CHECK_STR(run->reason, "interrupted by SIGTERM while verifying");
    CHECK_EQ(run->exit_code, EXIT_CODE_UNKNOWN);
    supervise_free(run);
}

static void work_and_fail_late(void *context, run_t *run) {
    work_well(context, run);
    _exit(23);
}

TEST(a_failure_after_the_verdict_is_not_hidden) {
    run_t *run = supervised(work_and_fail_late, 0, 0);
    CHECK_EQ(run->verdict, VERDICT_TRUE);
    CHECK_EQ(run->exit_code, EXIT_CODE_INTERNAL);
    supervise_free(run);
}
