#include "main/worker.h"

#include "cfa/passes.h"
#include "engine/core/engine.h"
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

static program_t *load(const work_t *work, run_t *run) {
    const options_t *options = work->options;
    frontend_options_t input = {
        .files = options->files.data,
        .file_count = options->files.len,
        .flags = options->flags.data,
        .flag_count = options->flags.len,
        .pointer_bits = options->data_model == DATA_MODEL_LP64 ? 64 : 32,
        .property = work->property,
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
    run->verdict = result->verdict;
    run->has_verdict = true;
    switch (result->verdict) {
    case VERDICT_TRUE: run->exit_code = EXIT_CODE_TRUE; break;
    case VERDICT_FALSE:
        run->exit_code = EXIT_CODE_FALSE;
        snprintf(run->violated, sizeof run->violated, "%s", result->violated);
        break;
    case VERDICT_UNKNOWN:
        run_set_unknown(run, EXIT_CODE_UNKNOWN, "%s",
                        result->reason ? result->reason : "the engine gave no reason");
        break;
    }
}

/* One answer of the engines, with its evidence; false: a file could not be written. */
static bool answer(const engine_context_t *context, result_t *result, run_t *run) {
    run->stage = RUN_STAGE_ENGINE;
    double start = stats_now(), processor = stats_processor();
    engine_run(context, result);
    run->stats.time_engine += stats_now() - start;
    run->stats.cpu_engine += stats_processor() - processor;
    return evidence_give(context, result, run);
}

static bool is_refused(const result_t *result) {
    const proof_t *proof = &result->proof;
    return result->verdict == VERDICT_UNKNOWN && (proof->crowd || proof->pairs || proof->get);
}

/* Another proof may be accepted where this one was not: one for the threads at hand
 * rather than for any number; one that says more of unknown values, such as the index of
 * a mutex, which the exploration takes for one that there is; and where heddle chooses,
 * one by predicates, which decide no deadlocks. false: nothing else is left to try. */
static bool try_otherwise(options_t *options, const proof_t *refused, const property_t *property) {
    bool was_extra = refused->crowd || refused->pairs;
    options->hunt = 0;
    if (was_extra && options->crowd != CROWD_AUTO) return false;
    options->crowd = CROWD_NEVER;
    if (was_extra) return true;
    if (options_use_values(options) && options->symbolic == SYMBOLIC_AUTO) {
        options->symbolic = SYMBOLIC_FIRST;
        return true;
    }
    if (options->analysis != ANALYSIS_AUTO || property->kind == PROPERTY_DEADLOCK) return false;
    options->analysis = ANALYSIS_PREDICATE;
    return true;
}

static void verify(const work_t *work, program_t *program, limits_t *limits, run_t *run) {
    terms_t *terms = terms_new();
    engine_context_t context = {.program = program,
                                .property = work->property,
                                .options = work->options,
                                .terms = terms,
                                .limits = limits,
                                .stats = &run->stats};
    result_t result = {0};
    log_line(work->options->verbose, "verifying: %zu functions, %zu edges", program->functions.len,
             program->edges.len);
    bool is_written = answer(&context, &result, run);
    options_t others = *work->options;
    char *why = NULL; /* the first proof for the threads at hand was refused */
    context.options = &others;
    while (is_refused(&result) && !limits_exceeded(limits, NULL) &&
           try_otherwise(&others, &result.proof, work->property)) {
        log_line(work->options->verbose, "starting again: %s", result.reason);
        if (!why && result.proof.get) why = mem_strdup(result.reason);
        result_free(&result);
        result = (result_t){0};
        is_written = answer(&context, &result, run);
    }
    if (why && result.verdict == VERDICT_UNKNOWN) result_set_unknown(&result, "%s", why);
    mem_free(why);
    run->stats.terms = terms_count(terms);
    copy_solver_stats(&run->stats);
    keep_verdict(run, &result);
    if (!is_written) run->exit_code = EXIT_CODE_INTERNAL;
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
