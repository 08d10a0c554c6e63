#ifndef MAIN_RUN_H
#define MAIN_RUN_H

#include "cfa/property.h"
#include "cfa/result.h"
#include "util/options.h"
#include "util/stats.h"

#include <stdio.h>

/* One verification run: what the worker process leaves to its supervisor. It
 * lies in memory shared by the two and has no pointers, so that it can be read
 * when the worker has died. */

enum {
    EXIT_CODE_TRUE = 0,
    EXIT_CODE_USAGE = 1,
    EXIT_CODE_INPUT = 2,
    EXIT_CODE_UNKNOWN = 5,
    EXIT_CODE_INTERNAL = 6,
    EXIT_CODE_FALSE = 10,
};

/* Where the worker is, for the reason should it die there. */
#define RUN_STAGES(X)                                                                              \
    X(START, "starting")                                                                           \
    X(FRONTEND, "reading the program")                                                             \
    X(PASSES, "preparing the program")                                                             \
    X(ENGINE, "verifying")                                                                         \
    X(REPLAY, "replaying the counterexample")                                                      \
    X(CHECK, "checking the proof")                                                                 \
    X(WITNESS, "writing the witness")                                                              \
    X(REPORTS, "writing reports")                                                                  \
    X(DONE, "cleaning up")
typedef enum {
#define RUN_STAGE(name, text) RUN_STAGE_##name,
    RUN_STAGES(RUN_STAGE)
#undef RUN_STAGE
} run_stage_t;

/* What is known of one property. */
typedef struct run_answer {
    char name[64];  /* of the property */
    char class[32]; /* ... as in false(CLASS) */
    verdict_t verdict;
    char reason[1024]; /* UNKNOWN */
} run_answer_t;

typedef struct run {
    stats_t stats;
    run_stage_t stage;
    bool has_verdict; /* false when done: the run was not to give one (--dump cfa), or failed */
    size_t count;     /* of properties, in the order of their classes */
    run_answer_t answers[PROPERTY_MAX];
    /* Of all properties together: false if one is violated, true if all hold. */
    verdict_t verdict;
    char violated[32]; /* FALSE: the first of them */
    char reason[1024]; /* UNKNOWN: why the first one is */
    bool passes_target;   /* FALSE, with --validate: behind all waypoints of the witness */
    bool could_not_write; /* a file; the verdict stands */
    bool has_reports;     /* the worker wrote them */
    int exit_code;        /* 0 until something else is known */
} run_t;

/* Where the verdict and what belongs to it are printed: a graph has standard output for
 * itself. */
static inline FILE *run_stream(const options_t *options) {
    return options->dump == DUMP_NONE ? stdout : stderr;
}

/* Nothing is known of any of them yet. */
void run_set_properties(run_t *run, const property_set_t *properties);
/* What the answers come to: verdict, reason, exit code. */
void run_conclude(run_t *run);
/* Whatever has no answer yet is unknown, for this reason; and concludes. exit_code: unless
 * a property is violated. */
void run_set_unknown(run_t *run, int exit_code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
