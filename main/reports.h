#ifndef MAIN_REPORTS_H
#define MAIN_REPORTS_H

#include "main/run.h"
#include "witness/report/report.h"
#include "witness/semantics/replay.h"

#include <stdio.h>

/* What is written for people and other tools apart from the verdict and the witness. */
typedef struct reports {
    const options_t *options;
    const property_set_t *properties;
    run_t *run;
    report_t *report; /* NULL: none is asked for */
    FILE *graph;      /* the explored states go here; NULL: nobody asks */
    char *graph_text;
    size_t graph_size;
    double start;
} reports_t;

void reports_init(reports_t *reports, const options_t *options, const property_set_t *properties,
                  run_t *run);
void reports_free(reports_t *reports);
/* Where engines print the explored states, or NULL. */
FILE *reports_graph(reports_t *reports);
/* A violation of the property was replayed. Result of these: could all of it be written? */
bool reports_violation(reports_t *reports, const char *property, const replay_t *replay,
                       const trace_t *trace);
/* The verdict is in the run. */
bool reports_finish(reports_t *reports, const program_t *program);
/* By the supervisor, when all is over: what the worker did not come to, and the statistics. */
bool reports_late(const options_t *options, const property_set_t *properties, const run_t *run);

#endif
