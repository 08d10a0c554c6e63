#ifndef WITNESS_REPORT_REPORT_INTERNAL_H
#define WITNESS_REPORT_REPORT_INTERNAL_H

#include "witness/report/report.h"

#include <cjson/cJSON.h>

/* What of a violation outlives its replay. */
typedef struct report_violation {
    char *property, *summary, *file;
    uint32_t line, column;
    cJSON *sarif; /* its result */
    cJSON *page;  /* its data on the page */
    char *trace;  /* one line per moment */
} report_violation_t;

struct report {
    VEC(report_violation_t) violations;
    cJSON *automata; /* NULL: none */
    char *graph;     /* the same */
};

/* sarif.c, page.c */
cJSON *report_sarif_result(const char *property, const story_t *story);
cJSON *report_page_violation(const char *property, const story_t *story);
cJSON *report_page_automata(const program_t *program);

#endif
