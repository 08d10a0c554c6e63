#include "main/supervise.h"

#include "util/limits.h"
#include "util/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double grace = 2.0;      /* from a signal to the end of patience */
static const double lateness = 0.5;   /* a worker that sees its time limit ends within this */
static const double memory_slack = 1.25;
static const long tick_nanoseconds = 100000000;

static const char *const stage_names[] = {
#define STAGE_TEXT(name, text) text,
    RUN_STAGES(STAGE_TEXT)
#undef STAGE_TEXT
};

typedef struct supervisor {
    const options_t *options;
    run_t *run;
    pid_t worker;
    progress_t progress;
    double start, kill_at; /* kill_at 0: not yet */
    int signal;            /* that the user sent, or 0 */
    const char *killed;    /* why it was killed from here, or NULL */
} supervisor_t;

/* The worker's whole process group, as solvers may run in children of it. */
static void kill_worker(supervisor_t *s, const char *why) {
    if (!s->killed) s->killed = why;
    kill(-s->worker, SIGKILL);
    kill(s->worker, SIGKILL);
}

static void handle_signal(supervisor_t *s, int number) {
    if (number == SIGTSTP) {
        kill(-s->worker, SIGSTOP);
        raise(SIGSTOP); /* back after SIGCONT */
        kill(-s->worker, SIGCONT);
        return;
    }
    if (s->signal) { /* asked twice */
        kill_worker(s, "interrupted");
        return;
    }
    s->signal = number;
    s->kill_at = stats_now() + grace;
    /* Not SIGINT: solver libraries may catch that one for themselves. */
    kill(s->worker, SIGTERM);
}

static void watch(supervisor_t *s) {
    double now = stats_now();
    uint64_t memory = limits_resident(s->worker);
    progress_update(&s->progress, &s->run->stats, memory);
    double limit = s->options->time_limit;
    if (s->kill_at > 0 && now >= s->kill_at) kill_worker(s, "interrupted");
    if (limit > 0 && now >= s->start + limit + lateness) kill_worker(s, "time limit exceeded");
    double megabytes = s->options->memory_limit;
    if (megabytes > 0 && (double)memory > megabytes * memory_slack * (1 << 20))
        kill_worker(s, "memory limit exceeded");
}

static int wait_for_worker(supervisor_t *s, const sigset_t *signals) {
    for (;;) {
        siginfo_t ended = {0};
        /* Left unreaped while its process group is cleared: the number of a
         * reaped process may be given to another. */
        waitid(P_PID, (id_t)s->worker, &ended, WEXITED | WNOHANG | WNOWAIT);
        if (ended.si_pid) break;
        struct timespec tick = {.tv_nsec = tick_nanoseconds};
        int number = sigtimedwait(signals, NULL, &tick);
        if (number > 0 && number != SIGCHLD) handle_signal(s, number);
        if (number != SIGCHLD) watch(s);
    }
    kill(-s->worker, SIGKILL);
    int status = 0;
    struct rusage usage = {0};
    while (wait4(s->worker, &status, 0, &usage) < 0 && errno == EINTR) continue;
    s->run->stats.memory_kilobytes = (uint64_t)usage.ru_maxrss;
    return status;
}

/* Says how the worker ended, where it could not say it itself. */
static void judge(const supervisor_t *s, int status) {
    run_t *run = s->run;
    const char *stage = stage_names[run->stage];
    bool is_done = run->stage == RUN_STAGE_DONE;
    bool ended_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (s->signal && !(is_done && run->verdict != VERDICT_UNKNOWN)) {
        run_set_unknown(run, EXIT_CODE_UNKNOWN, "interrupted by %s%s%s",
                        s->signal == SIGINT ? "SIGINT" : "SIGTERM", is_done ? "" : " while ",
                        is_done ? "" : stage);
    } else if (is_done) {
        /* All is said; that a limit struck while it cleaned up is no error. */
        if (ended_well || s->killed) return;
        fprintf(stderr, "heddle: internal error while cleaning up\n");
        run->exit_code = EXIT_CODE_INTERNAL;
    } else if (s->killed) {
        run_set_unknown(run, EXIT_CODE_UNKNOWN, "%s while %s", s->killed, stage);
    } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
        run_set_unknown(run, EXIT_CODE_INTERNAL, "killed by the system (out of memory?) while %s",
                        stage);
    } else if (WIFSIGNALED(status)) {
        run_set_unknown(run, EXIT_CODE_INTERNAL, "crashed (%s) while %s",
                        strsignal(WTERMSIG(status)), stage);
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_CODE_INTERNAL) {
        run_set_unknown(run, EXIT_CODE_INTERNAL, "out of memory while %s", stage);
    } else {
        run_set_unknown(run, EXIT_CODE_INTERNAL, "ended unexpectedly while %s", stage);
    }
}

static _Noreturn void be_worker(supervise_work_t work, void *context, run_t *run,
                                const sigset_t *old_mask) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limits_catch_signals();
    sigprocmask(SIG_SETMASK, old_mask, NULL);
    work(context, run);
    exit(0);
}

run_t *supervise(supervise_work_t work, void *context, const options_t *options) {
    run_t *run = mmap(NULL, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (run == MAP_FAILED) return NULL;
    supervisor_t s = {.options = options, .run = run, .start = stats_now()};
    sigset_t signals, old_mask;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGTSTP);
    sigprocmask(SIG_BLOCK, &signals, &old_mask);
    fflush(NULL); /* or both processes would print what is still in the buffers */
    s.worker = fork();
    if (s.worker == 0) be_worker(work, context, run, &old_mask);
    if (s.worker < 0) {
        run_set_unknown(run, EXIT_CODE_INTERNAL, "no process could be started: %s",
                        strerror(errno));
    } else {
        setpgid(s.worker, s.worker); /* in both, as either may come first */
        progress_init(&s.progress, !options->no_progress);
        int status = wait_for_worker(&s, &signals);
        progress_erase(&s.progress);
        judge(&s, status);
    }
    sigprocmask(SIG_SETMASK, &old_mask, NULL);
    run->stats.time_total = stats_now() - s.start;
    return run;
}

void supervise_free(run_t *run) {
    if (run) munmap(run, sizeof *run);
}
