#include "witness/report/report_internal.h"

#include <string.h>

report_t *report_new(void) {
    return mem_zalloc(sizeof(report_t));
}

void report_delete(report_t *report) {
    if (!report) return;
    for (size_t i = 0; i < report->violations.len; i++) {
        report_violation_t *violation = &report->violations.data[i];
        mem_free(violation->property);
        mem_free(violation->summary);
        mem_free(violation->file);
        mem_free(violation->trace);
        cJSON_Delete(violation->sarif);
        cJSON_Delete(violation->page);
    }
    VEC_FREE(report->violations);
    cJSON_Delete(report->automata);
    mem_free(report->graph);
    mem_free(report);
}

static char *trace_text(const story_t *story) {
    strbuf_t text = {0};
    for (size_t i = 0; i < story->moments.len; i++) {
        const story_moment_t *moment = &story->moments.data[i];
        strbuf_printf(&text, "%s, line %u: ", story->threads.data[moment->thread].name,
                      moment->source.line);
        story_print_moment(&text, moment);
        strbuf_add(&text, "\n");
    }
    char *copy = mem_strdup(strbuf_text(&text));
    strbuf_free(&text);
    return copy;
}

void report_add_violation(report_t *report, const char *property, const story_t *story) {
    report_violation_t new = {
        .property = mem_strdup(property),
        .summary = mem_strdup(story->summary),
        .file = mem_strdup(story->at.file ? story->at.file : ""),
        .line = story->at.line,
        .column = story->at.column,
        .sarif = report_sarif_result(property, story),
        .page = report_page_violation(property, story),
        .trace = trace_text(story),
    };
    VEC_PUSH(report->violations, new);
}

void report_add_program(report_t *report, const program_t *program) {
    cJSON_Delete(report->automata);
    report->automata = report_page_automata(program);
}

void report_add_graph(report_t *report, const char *dot) {
    static const char begin[] = "digraph";
    const char *last = dot;
    for (const char *at = dot; (at = strstr(at, begin)); at += sizeof begin - 1) last = at;
    mem_free(report->graph);
    report->graph = mem_strdup(last);
}
