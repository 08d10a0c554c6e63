#ifndef MAIN_EVIDENCE_H
#define MAIN_EVIDENCE_H

#include "engine/portfolio.h"
#include "main/reports.h"
#include "witness/check/check.h"
#include "witness/semantics/replay.h"

/* What was handed over so far, in this round and those before it. */
typedef struct evidence_log {
    const property_set_t *all; /* that are asked for in all rounds */
    bool is_one;               /* the user asked for one: its witness has the name that he gave */
    VEC(char *) reported;      /* FILE:LINE:COLUMN of violations */
    reports_t reports;
    /* Violations are shown, and kept here in words, but they are no answer: no files. */
    bool only_tells;
    char *met; /* the last violation with a fault: "NULL dereference at f.c:3 in thread main" */
} evidence_log_t;
void evidence_log_free(evidence_log_t *log);

/* Nothing is said without evidence: false after the trace was replayed, true
 * after the proof was checked. Prints counterexamples, writes witnesses. */
typedef struct evidence {
    evidence_log_t *log;
    const engine_context_t *context; /* with the user's options */
    run_t *run;
    replay_t replays[PROPERTY_MAX]; /* of the run of an engine that was confirmed last */
    check_stats_t check;            /* ... */
    bool could_not_write; /* a file; the verdict stands */
} evidence_t;

void evidence_init(evidence_t *evidence, const engine_context_t *context, evidence_log_t *log,
                   run_t *run);
void evidence_free(evidence_t *evidence);
portfolio_evidence_t evidence_door(evidence_t *evidence);
/* Removes the witnesses of proofs that do not count after all. */
void evidence_withdraw(evidence_t *evidence, property_mask_t properties);

#endif
