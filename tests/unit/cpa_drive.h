#ifndef TESTS_UNIT_CPA_DRIVE_H
#define TESTS_UNIT_CPA_DRIVE_H

#include "cpa/core/threading.h"
#include "tests/unit/witness_build.h"

/* Walks through the configurations of a program step by step, for tests of
 * cpa/ that want particular steps and not an exploration. */
typedef struct drive {
    threading_t *threading;
    const configuration_t *at;
    steps_t steps;
    step_t last;
    /* What all operands evaluate to, if known. */
    bool knows;
    uint64_t operand;
} drive_t;

__attribute__((unused)) static drive_t drive_new(const program_t *program, uint32_t max_threads,
                                                 uint32_t max_depth) {
    drive_t d = {.threading = threading_new(program, max_threads, max_depth)};
    d.at = threading_initial(d.threading);
    return d;
}

__attribute__((unused)) static void drive_free(drive_t *d) {
    VEC_FREE(d->steps);
    threading_delete(d->threading);
}

__attribute__((unused)) static bool drive_query(void *context, const configuration_t *where,
                                                uint32_t thread, const expr_t *expr,
                                                uint64_t *value) {
    const drive_t *d = context;
    (void)where;
    (void)thread;
    (void)expr;
    *value = d->operand;
    return d->knows;
}

/* The number of steps of the thread. */
__attribute__((unused)) static size_t drive_look(drive_t *d, uint32_t thread) {
    VEC_CLEAR(d->steps);
    if (thread < d->at->thread_count)
        threading_steps(d->threading, d->at, thread, drive_query, d, &d->steps);
    return d->steps.len;
}

/* Makes its index-th step; false: there is none. */
__attribute__((unused)) static bool drive_take(drive_t *d, uint32_t thread, size_t index) {
    if (index >= drive_look(d, thread)) return false;
    d->last = d->steps.data[index];
    d->at = d->last.after;
    return true;
}

__attribute__((unused)) static bool drive_go(drive_t *d, uint32_t thread) {
    return drive_take(d, thread, 0);
}

/* Steps of the thread as long as it has exactly one; their number. */
__attribute__((unused)) static size_t drive_run(drive_t *d, uint32_t thread) {
    size_t count = 0;
    while (!threading_is_final(d->at) && drive_look(d, thread) == 1 && drive_go(d, thread)) count++;
    return count;
}

#endif
