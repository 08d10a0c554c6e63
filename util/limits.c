#include "util/limits.h"

#include "util/stats.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { CALLS_PER_LOOK = 64 };
static const double memory_interval = 0.05;

volatile sig_atomic_t limits_signal;

static void remember_signal(int number) {
    limits_signal = number;
}

void limits_catch_signals(void) {
    struct sigaction action = {.sa_handler = remember_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

void limits_init(limits_t *limits, unsigned seconds, unsigned megabytes) {
    *limits = (limits_t){.memory = (uint64_t)megabytes << 20};
    if (seconds) limits->deadline = stats_now() + seconds;
}

uint64_t limits_resident(int process) {
    char path[64], text[128];
    if (process)
        snprintf(path, sizeof path, "/proc/%d/statm", process);
    else
        snprintf(path, sizeof path, "/proc/self/statm");
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    if (size <= 0) return 0;
    text[size] = '\0';
    unsigned long long total = 0, resident = 0;
    if (sscanf(text, "%llu %llu", &total, &resident) != 2) return 0;
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void look(limits_t *limits) {
    double now = stats_now();
    if (limits->tick) limits->tick(limits->tick_context);
    if (limits->deadline > 0 && now >= limits->deadline) {
        snprintf(limits->reason, sizeof limits->reason, "time limit exceeded");
        return;
    }
    if (!limits->memory || now < limits->next_memory_check) return;
    limits->next_memory_check = now + memory_interval;
    if (limits_resident(0) >= limits->memory)
        snprintf(limits->reason, sizeof limits->reason, "memory limit of %llu MB exceeded",
                 (unsigned long long)(limits->memory >> 20));
}

bool limits_exceeded(limits_t *limits, const char **reason) {
    if (!limits->reason[0]) {
        if (limits_signal) {
            snprintf(limits->reason, sizeof limits->reason, "interrupted by %s",
                     limits_signal == SIGINT ? "SIGINT" : "SIGTERM");
        } else if (limits->countdown) {
            limits->countdown--;
        } else {
            limits->countdown = CALLS_PER_LOOK - 1;
            look(limits);
        }
    }
    if (!limits->reason[0]) return false;
    if (reason) *reason = limits->reason;
    return true;
}

bool limits_exceeded_now(limits_t *limits, const char **reason) {
    limits->countdown = 0;
    limits->next_memory_check = 0;
    return limits_exceeded(limits, reason);
}

unsigned limits_milliseconds_left(const limits_t *limits, unsigned longest) {
    if (limits->deadline <= 0) return longest;
    double left = (limits->deadline - stats_now()) * 1000;
    if (left < 1) return 1;
    if (longest && left > longest) return longest;
    /* A day is as good as more, and fits. */
    enum { DAY = 24 * 60 * 60 * 1000 };
    return left > DAY ? DAY : (unsigned)left;
}
