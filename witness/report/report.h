#ifndef WITNESS_REPORT_REPORT_H
#define WITNESS_REPORT_REPORT_H

#include "util/stats.h"
#include "witness/report/story.h"

/* One run of heddle for other tools and for the browser. Violations are added while their
 * replays exist; everything else is known at the end. */

typedef struct cJSON cJSON;

typedef struct report report_t;

/* What is known in the end. */
typedef struct report_end {
    const char *verdict; /* "true", "false(unreach-call)", "unknown" */
    const char *reason;  /* UNKNOWN, or NULL */
    const char *property; /* what was asked, "unreach-call" */
    const char *version, *command_line;
    const char *const *files; /* the input */
    size_t file_count;
    int exit_code;
    const stats_t *stats;
} report_end_t;

report_t *report_new(void);
void report_delete(report_t *report);
/* property: its name, "unreach-call". */
void report_add_violation(report_t *report, const char *property, const story_t *story);
/* The automata of the program, for the page. */
void report_add_program(report_t *report, const program_t *program);

/* The explored states, for the page, as Graphviz; of several graphs the last one is shown. */
void report_add_graph(report_t *report, const char *dot);

/* SARIF 2.1.0; a result per violation, or one that says that it passed or is open. */
char *report_sarif(const report_t *report, const report_end_t *end);
/* A file of JUnit: one test case per property. */
void report_junit(strbuf_t *out, const report_t *report, const report_end_t *end);
/* Commands that GitHub shows as annotations. */
void report_annotations(strbuf_t *out, const report_t *report, const report_end_t *end);
/* A page of HTML that needs nothing else. */
void report_page(strbuf_t *out, const report_t *report, const report_end_t *end);

#endif
