#include "engine/engine.h"

#include "engine/analysis.h"

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

void engine_run(const engine_context_t *context, result_t *result) {
    memset(result, 0, sizeof *result);
    if (context->program->limit)
        result_set_unknown(result, "%s", context->program->limit);
    else
        run_choice(context, context->options->analysis, result);
    context->stats->terms = terms_count(context->terms);
    context->stats->trace_steps = result->trace.steps.len;
}
