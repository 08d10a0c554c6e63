#ifndef MAIN_EVIDENCE_H
#define MAIN_EVIDENCE_H

#include "engine/portfolio.h"
#include "main/reports.h"
#include "witness/check/check.h"
#include "witness/semantics/replay.h"

/* Nothing is said without evidence: false after the trace was replayed, true
 * after the proof was checked. Prints counterexamples, writes witnesses. */
typedef struct evidence {
    const engine_context_t *context; /* with the user's options */
    run_t *run;
    replay_t replays[PROPERTY_MAX]; /* of the run of an engine that was confirmed last */
    check_stats_t check;            /* ... */
    reports_t reports;
    bool could_not_write; /* a file; the verdict stands */
} evidence_t;

void evidence_init(evidence_t *evidence, const engine_context_t *context, run_t *run);
void evidence_free(evidence_t *evidence);
portfolio_evidence_t evidence_door(evidence_t *evidence);

#endif
