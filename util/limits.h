#ifndef UTIL_LIMITS_H
#define UTIL_LIMITS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* When to stop: time, memory, a signal. Loops of any length ask
 * limits_exceeded and end with unknown when it says so. */
typedef struct limits {
    double deadline; /* on the clock of stats_now; 0: none */
    uint64_t memory; /* bytes; 0: no limit */
    /* Called whenever the clock is really read, some times a second at least
     * while limits_exceeded is called; optional. */
    void (*tick)(void *context);
    void *tick_context;
    /* Private: */
    unsigned countdown;
    double next_memory_check;
    char reason[96]; /* not empty: exceeded, and it stays so */
} limits_t;

/* seconds and megabytes count from now; 0: no limit. */
void limits_init(limits_t *limits, unsigned seconds, unsigned megabytes);

/* Cheap enough for inner loops: the clock is read at every 64th call, the
 * memory some times a second. The reason stays valid as long as the limits;
 * reason may be NULL. Once exceeded, always exceeded. */
bool limits_exceeded(limits_t *limits, const char **reason);

/* The same, but looks at clock and memory in any case. */
bool limits_exceeded_now(limits_t *limits, const char **reason);

/* For solver calls: milliseconds until the deadline, at least 1; at most
 * longest (0: any number), and 0 if there is no bound at all. */
unsigned limits_milliseconds_left(const limits_t *limits, unsigned longest);

/* SIGINT and SIGTERM set the flag instead of ending the process. */
extern volatile sig_atomic_t limits_signal;
void limits_catch_signals(void);

/* Resident memory of a process (0: this one) in bytes; 0 if not known. */
uint64_t limits_resident(int process);

#endif
