#include "main/reports.h"

#include "util/version.h"
#include "witness/reproduce/reproduce.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_asked(const options_t *options) {
    return options->report || options->sarif || options->junit || options->annotate;
}

void reports_init(reports_t *reports, const options_t *options, const property_set_t *properties,
                  run_t *run) {
    *reports = (reports_t){.options = options, .properties = properties, .run = run};
    if (is_asked(options)) reports->report = report_new();
    reports->start = stats_now();
}

void reports_free(reports_t *reports) {
    report_delete(reports->report);
    reports->report = NULL;
    if (reports->graph) fclose(reports->graph);
    free(reports->graph_text);
    reports->graph = NULL;
    reports->graph_text = NULL;
}

FILE *reports_graph(reports_t *reports) {
    if (reports->options->report && !reports->graph)
        reports->graph = open_memstream(&reports->graph_text, &reports->graph_size);
    return reports->graph;
}

static bool tell(bool is_written, const char *what, const char *path, char *why) {
    if (is_written)
        printf("%s: %s\n", what, path);
    else
        fprintf(stderr, "heddle: %s\n", why);
    mem_free(why);
    return is_written;
}

/* The runtime sees calls and threads that wait, not what else is wrong with a step. */
static bool can_reproduce(const reports_t *reports, const char *property) {
    for (size_t i = 0; i < reports->properties->count; i++) {
        const property_class_t *class = reports->properties->at[i].class;
        if (strcmp(class->name, property) == 0)
            return class->functions || class->violation == VIOLATION_STUCK;
    }
    return false;
}

static bool write_reproduction(const options_t *options, const replay_t *replay,
                               const trace_t *trace) {
    reproduce_task_t task = {.replay = replay,
                             .trace = trace,
                             .flags = options->flags.data,
                             .flag_count = options->flags.len,
                             .version = HEDDLE_VERSION};
    char *why = NULL;
    bool is_written = reproduce_write(options->reproduce, &task, &why);
    return tell(is_written, "reproduction", options->reproduce, why);
}

bool reports_violation(reports_t *reports, const char *property, const replay_t *replay,
                       const trace_t *trace) {
    run_stage_t stage = reports->run->stage;
    reports->run->stage = RUN_STAGE_REPORTS;
    bool is_written = true;
    if (reports->options->reproduce && !can_reproduce(reports, property))
        fprintf(stderr, "heddle: violations of %s cannot be reproduced yet; there is no %s\n",
                property, reports->options->reproduce);
    else if (reports->options->reproduce)
        is_written = write_reproduction(reports->options, replay, trace);
    if (reports->report) {
        story_t story;
        story_make(&story, replay);
        report_add_violation(reports->report, property, &story);
        story_free(&story);
    }
    reports->run->stage = stage;
    return is_written;
}

static bool write_file(const char *path, const char *what, const char *text) {
    FILE *file = fopen(path, "w");
    bool is_written = file && fputs(text, file) >= 0;
    if (file) is_written = fclose(file) == 0 && is_written;
    strbuf_t why = {0};
    if (!is_written) strbuf_printf(&why, "cannot write %s: %s", path, strerror(errno));
    return tell(is_written, what, path, why.data);
}

static bool write_page(const char *directory, const report_t *report, const report_end_t *end) {
    strbuf_t path = {0}, page = {0};
    mkdir(directory, 0777); /* if that fails, so does writing */
    strbuf_printf(&path, "%s/index.html", directory);
    report_page(&page, report, end);
    bool is_written = write_file(strbuf_text(&path), "report", strbuf_text(&page));
    strbuf_free(&path);
    strbuf_free(&page);
    return is_written;
}

static bool write_all(const options_t *options, const report_t *report, const report_end_t *end) {
    bool is_written = true;
    strbuf_t text = {0};
    if (options->sarif) {
        char *sarif = report_sarif(report, end);
        is_written = write_file(options->sarif, "sarif", sarif);
        mem_free(sarif);
    }
    if (options->junit) {
        report_junit(&text, report, end);
        is_written = write_file(options->junit, "junit", strbuf_text(&text)) && is_written;
    }
    if (options->annotate == ANNOTATE_GITHUB) {
        strbuf_clear(&text);
        report_annotations(&text, report, end);
        fputs(strbuf_text(&text), stdout);
    }
    if (options->report) is_written = write_page(options->report, report, end) && is_written;
    strbuf_free(&text);
    return is_written;
}

static void verdict_text(char *out, size_t size, const run_t *run) {
    snprintf(out, size, "unknown");
    if (!run->has_verdict) snprintf(out, size, "none");
    if (run->verdict == VERDICT_TRUE) snprintf(out, size, "true");
    if (run->verdict == VERDICT_FALSE) snprintf(out, size, "false(%s)", run->violated);
}

static bool write_run(const options_t *options, const property_set_t *properties, const run_t *run,
                      const report_t *report, const char *const *files, size_t file_count) {
    char verdict[64];
    verdict_text(verdict, sizeof verdict, run);
    strbuf_t command_line = {0}, asked = {0};
    for (int i = 0; i < options->argc; i++)
        strbuf_printf(&command_line, "%s%s", i ? " " : "", options->argv[i]);
    for (size_t i = 0; i < properties->count; i++)
        strbuf_printf(&asked, "%s%s", i ? " " : "", properties->at[i].class->name);
    report_end_t end = {.verdict = verdict,
                        .reason = run->reason[0] ? run->reason : NULL,
                        .property = asked.len ? strbuf_text(&asked) : "property",
                        .version = HEDDLE_VERSION,
                        .command_line = strbuf_text(&command_line),
                        .files = files,
                        .file_count = file_count,
                        .exit_code = run->exit_code,
                        .stats = &run->stats};
    bool is_written = write_all(options, report, &end);
    strbuf_free(&command_line);
    strbuf_free(&asked);
    return is_written;
}

bool reports_finish(reports_t *reports, const program_t *program) {
    if (!reports->report) return true;
    reports->run->stage = RUN_STAGE_REPORTS;
    stats_set_activity(&reports->run->stats, "writing reports");
    if (reports->options->report) report_add_program(reports->report, program);
    if (reports->graph && fflush(reports->graph) == 0 && reports->graph_size)
        report_add_graph(reports->report, reports->graph_text);
    reports->run->has_reports = true;
    stats_t *stats = &reports->run->stats; /* the supervisor will know better */
    stats->time_total = stats_now() - reports->start + stats->time_frontend + stats->time_passes;
    return write_run(reports->options, reports->properties, reports->run, reports->report,
                     program->files.data, program->files.len);
}

static bool write_stats(const options_t *options, const run_t *run) {
    char verdict[64];
    verdict_text(verdict, sizeof verdict, run);
    strbuf_t text = {0};
    stats_print_json(&text, &run->stats, verdict, run->reason[0] ? run->reason : NULL);
    bool is_written = write_file(options->stats_file, "statistics", strbuf_text(&text));
    strbuf_free(&text);
    return is_written;
}

bool reports_late(const options_t *options, const property_set_t *properties, const run_t *run) {
    bool is_written = true;
    if (is_asked(options) && run->has_verdict && !run->has_reports) {
        report_t *nothing = report_new();
        is_written =
            write_run(options, properties, run, nothing, options->files.data, options->files.len);
        report_delete(nothing);
    }
    if (options->stats_file) is_written = write_stats(options, run) && is_written;
    return is_written;
}
