#include "main/worker.h"

#include "cfa/passes.h"
#include "frontend/frontend.h"
#include "main/evidence.h"
#include "solver/solver.h"
#include "util/log.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool worker_flush(void) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return true;
    fprintf(stderr, "heddle: cannot write to standard output: %s\n", strerror(errno));
    return false;
}

/* The solvers count for themselves; this carries it to where the supervisor
 * sees it. */
static void copy_solver_stats(void *context) {
    stats_t *stats = context;
    stats->solver_checks = solver_stats.checks;
    stats->solver_sat = solver_stats.sat;
    stats->solver_unsat = solver_stats.unsat;
    stats->solver_unknown = solver_stats.unknown;
    stats->interpolations = solver_stats.interpolations;
    stats->interpolations_failed = solver_stats.interpolations_failed;
    stats->all_sat_models = solver_stats.all_sat_models;
    stats->time_solver = solver_stats.seconds;
}

static unsigned pointer_bits(const options_t *options) {
    if (options->data_model == DATA_MODEL_AUTO)
        return frontend_pointer_bits(options->files.data, options->files.len);
    return options->data_model == DATA_MODEL_LP64 ? 64 : 32;
}

static program_t *load(const work_t *work, run_t *run) {
    const options_t *options = work->options;
    frontend_options_t input = {
        .files = options->files.data,
        .file_count = options->files.len,
        .texts = work->texts,
        .flags = options->flags.data,
        .flag_count = options->flags.len,
        .pointer_bits = pointer_bits(options),
        .args = options->args,
        .properties = work->properties,
        .externals_are_pure = options->external == EXTERNAL_PURE,
    };
    strbuf_t notes = {0};
    input.notes = &notes;
    run->stage = RUN_STAGE_FRONTEND;
    stats_set_activity(&run->stats, "reading");
    double start = stats_now();
    strbuf_t errors = {0};
    program_t *program = frontend_load(&input, &errors);
    run->stats.time_frontend = stats_now() - start;
    if (!program) {
        fputs(strbuf_text(&errors), stderr);
        run->exit_code = EXIT_CODE_INPUT;
    } else {
        fputs(strbuf_text(&notes), stderr);
    }
    strbuf_free(&errors);
    strbuf_free(&notes);
    return program;
}

static void prepare(program_t *program, run_t *run) {
    run->stage = RUN_STAGE_PASSES;
    double start = stats_now();
    passes_run(program);
    run->stats.time_passes = stats_now() - start;
    run->stats.functions = program->functions.len;
    run->stats.nodes = program->nodes.len;
    run->stats.edges = program->edges.len;
    run->stats.objects = program->objects.len;
}

static void dump(const program_t *program) {
    strbuf_t graph = {0};
    program_print_dot(&graph, program);
    fputs(strbuf_text(&graph), stdout);
    strbuf_free(&graph);
}

static void list_unsupported(const program_t *program) {
    strbuf_t list = {0};
    program_print_unsupported(&list, program);
    fputs(strbuf_text(&list), stdout);
    strbuf_free(&list);
}

static void keep_verdict(run_t *run, const result_t *result) {
    const property_set_t *set = result->properties;
    property_mask_t violated = result_with(result, VERDICT_FALSE);
    property_mask_t unknown = result_with(result, VERDICT_UNKNOWN);
    run->has_verdict = true;
    if (violated) {
        run->verdict = VERDICT_FALSE;
        run->exit_code = EXIT_CODE_FALSE;
        snprintf(run->violated, sizeof run->violated, "%s",
                 set->at[__builtin_ctz(violated)].class->name);
    } else if (unknown) {
        const char *reason = result->answers[__builtin_ctz(unknown)].reason;
        run_set_unknown(run, EXIT_CODE_UNKNOWN, "%s", reason ? reason : "no engine gave a reason");
    } else {
        run->verdict = VERDICT_TRUE;
        run->exit_code = EXIT_CODE_TRUE;
    }
}

static void log_assumptions(const work_t *work, const program_t *program) {
    for (int i = 0; i < ASSUMPTION_COUNT; i++)
        if (assumption_is_used(program->assumptions, i))
            log_line(work->options->verbose, "assumed: %s: %s", assumption_infos[i].name,
                     assumption_infos[i].text);
}

static void verify(const work_t *work, program_t *program, limits_t *limits, run_t *run) {
    terms_t *terms = terms_new();
    engine_context_t context = {.program = program,
                                .properties = work->properties,
                                .options = work->options,
                                .terms = terms,
                                .limits = limits,
                                .stats = &run->stats};
    evidence_t evidence;
    evidence_init(&evidence, &context, run);
    context.graph = reports_graph(&evidence.reports);
    portfolio_evidence_t door = evidence_door(&evidence);
    result_t result;
    log_line(work->options->verbose, "verifying: %zu functions, %zu edges", program->functions.len,
             program->edges.len);
    log_assumptions(work, program);
    run->stage = RUN_STAGE_ENGINE;
    result_init(&result, work->properties, property_set_all(work->properties));
    portfolio_run(&context, &door, &result);
    copy_solver_stats(&run->stats);
    keep_verdict(run, &result);
    if (!reports_finish(&evidence.reports, program)) evidence.could_not_write = true;
    if (evidence.could_not_write) run->exit_code = EXIT_CODE_INTERNAL;
    evidence_free(&evidence);
    result_free(&result);
    terms_delete(terms);
}

void worker_run(void *context, run_t *run) {
    const work_t *work = context;
    limits_t limits;
    limits_init(&limits, work->options->time_limit, work->options->memory_limit);
    limits.tick = copy_solver_stats;
    limits.tick_context = &run->stats;
    program_t *program = load(work, run);
    if (program) {
        prepare(program, run);
        if (work->options->dump == DUMP_CFA)
            dump(program);
        else if (work->options->lower_only)
            list_unsupported(program);
        else
            verify(work, program, &limits, run);
        program_delete(program);
    }
    if (!worker_flush()) run->exit_code = EXIT_CODE_INTERNAL;
    run->stage = RUN_STAGE_DONE;
}
