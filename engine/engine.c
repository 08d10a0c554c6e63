#include "engine/engine.h"

#include "engine/analysis.h"
#include "solver/solver.h"

#include <string.h>

/* The portfolio. For now the combination of predicates and values is what is
 * chosen where nothing is said. */

static void run_choice(const engine_context_t *context, analysis_choice_t choice,
                       result_t *result) {
    switch (choice) {
    case ANALYSIS_VALUE:
        stats_set_activity(context->stats, "value");
        engine_cegar(context, result, false, true);
        return;
    case ANALYSIS_PREDICATE:
        stats_set_activity(context->stats, "predicate");
        engine_cegar(context, result, true, false);
        return;
    case ANALYSIS_BMC:
        stats_set_activity(context->stats, "bmc");
        engine_bmc(context, result);
        return;
    default:
        stats_set_activity(context->stats, "predicate+value");
        engine_cegar(context, result, true, true);
    }
}

static void copy_solver_stats(stats_t *stats) {
    stats->solver_checks = solver_stats.checks;
    stats->solver_sat = solver_stats.sat;
    stats->solver_unsat = solver_stats.unsat;
    stats->solver_unknown = solver_stats.unknown;
    stats->interpolations = solver_stats.interpolations;
    stats->interpolations_failed = solver_stats.interpolations_failed;
    stats->all_sat_models = solver_stats.all_sat_models;
    stats->time_solver = solver_stats.seconds;
}

void engine_run(const engine_context_t *context, result_t *result) {
    memset(result, 0, sizeof *result);
    if (context->program->limit)
        result_set_unknown(result, "%s", context->program->limit);
    else
        run_choice(context, context->options->analysis, result);
    copy_solver_stats(context->stats);
    context->stats->terms = terms_count(context->terms);
    context->stats->trace_steps = result->trace.steps.len;
}
