#include "solver/child.h"

#include "util/limits.h"
#include "util/stats.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

enum { OUT_OF_MEMORY = 6 }; /* the exit code of util/mem.h */

#ifdef SANITIZED
/* The sanitizer's shadow memory is larger than any limit. */
static void limit_memory(size_t megabytes) {
    (void)megabytes;
}
#else
static void limit_memory(size_t megabytes) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return;
    bool known = fscanf(file, "%lu", &pages) == 1;
    fclose(file);
    if (!known) return;
    rlim_t bytes = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + ((rlim_t)megabytes << 20);
    setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes});
}
#endif

static void silence(void) {
    int null = open("/dev/null", O_WRONLY);
    if (null < 0) return;
    dup2(null, STDOUT_FILENO);
#ifndef SANITIZED
    dup2(null, STDERR_FILENO);
#endif
    if (null > STDERR_FILENO) close(null);
}

static bool write_all(int file, const char *bytes, size_t count) {
    while (count) {
        ssize_t done = write(file, bytes, count);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        bytes += done;
        count -= (size_t)done;
    }
    return true;
}

static _Noreturn void be_child(child_work_t work, void *context, child_limits_t limits, int file,
                               pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1); /* it died before that call */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    silence();
    if (limits.megabytes) limit_memory(limits.megabytes);
    strbuf_t out = {0};
    work(context, &out);
    /* _exit: neither buffers nor exit handlers of the parent are the child's. */
    _exit(write_all(file, strbuf_text(&out), out.len) ? 0 : 1);
}

/* Until end of file; false: the time is over, or a signal asks to stop. */
static bool read_all(int file, double deadline, strbuf_t *out) {
    char chunk[65536];
    for (;;) {
        double left = deadline > 0 ? deadline - stats_now() : 1;
        if (left <= 0 || limits_signal) return false;
        /* Short waits, so that a signal that came just before is noticed. */
        int wait = left < 0.2 ? (int)(left * 1000) + 1 : 200;
        int ready = poll(&(struct pollfd){.fd = file, .events = POLLIN}, 1, wait);
        if (ready < 0 && errno != EINTR) return false;
        if (ready <= 0) continue;
        ssize_t got = read(file, chunk, sizeof chunk);
        if (got == 0) return true;
        if (got < 0 && errno != EINTR) return false;
        if (got > 0) strbuf_add_bytes(out, chunk, (size_t)got);
    }
}

static bool ended_well(pid_t child, bool in_time, const char **why) {
    if (!in_time) kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) {
            *why = "its process is lost";
            return false;
        }
    if (!in_time)
        *why = limits_signal ? "interrupted" : "out of time";
    else if (WIFSIGNALED(status))
        *why = "crashed";
    else if (WEXITSTATUS(status) == OUT_OF_MEMORY)
        *why = "out of memory";
    else if (WEXITSTATUS(status) != 0)
        *why = "ended with an error";
    else
        return true;
    return false;
}

bool child_run(child_work_t work, void *context, child_limits_t limits, strbuf_t *out,
               const char **why) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        *why = "no pipe to a child process";
        return false;
    }
    double deadline = limits.milliseconds ? stats_now() + limits.milliseconds / 1000.0 : 0;
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        close(ends[0]);
        be_child(work, context, limits, ends[1], parent);
    }
    close(ends[1]);
    bool good = false;
    if (child < 0)
        *why = "no child process";
    else
        good = ended_well(child, read_all(ends[0], deadline, out), why);
    close(ends[0]);
    return good;
}
