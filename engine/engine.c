#include "engine/core/engine.h"

#include "cfa/callgraph.h"
#include "engine/cegar/analysis.h"
#include "engine/core/extras.h"

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
    case ANALYSIS_HUNT:
        stats_set_activity(context->stats, "hunt");
        engine_hunt(context, result, 0);
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

/* May the edge be passed again by the thread that passed it, or the new one? A
 * loop around a call of its function is not looked for: this only decides what
 * is tried first. */
static bool is_repeated(const program_t *program, const edge_t *edge) {
    bool *seen = mem_zalloc(program->nodes.len * sizeof *seen);
    VEC(const node_t *) open = {0};
    VEC_PUSH(open, edge->to);
    VEC_PUSH(open, edge->callee->entry);
    while (open.len && !seen[edge->from->id]) {
        const node_t *node = VEC_POP(open);
        if (seen[node->id]) continue;
        seen[node->id] = true;
        for (size_t i = 0; i < node->out.len; i++) {
            const edge_t *out = node->out.data[i];
            bool enters = out->kind == EDGE_CALL || out->kind == EDGE_THREAD_CREATE;
            VEC_PUSH(open, out->to);
            if (enters && out->callee->has_body) VEC_PUSH(open, out->callee->entry);
        }
    }
    bool repeated = seen[edge->from->id];
    VEC_FREE(open);
    mem_free(seen);
    return repeated;
}

static bool creates_in_loops(const program_t *program) {
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind == EDGE_THREAD_CREATE && is_repeated(program, edge)) return true;
    }
    return false;
}

/* Do threads go round in loops? Then there may be far more states than are worth
 * telling apart, even of few threads. */
static bool repeats_in_threads(const program_t *program) {
    callgraph_t *calls = callgraph_new(program);
    bool repeats = false;
    for (size_t i = 0; !repeats && i < program->nodes.len; i++) {
        const node_t *node = program->nodes.data[i];
        repeats = node->is_loop_head && callgraph_runs_in_threads(calls, node->function);
    }
    callgraph_delete(calls);
    return repeats;
}

/* Deadlocks are states, and values are what tells states apart. */
static void find_deadlocks(const engine_context_t *context, result_t *result) {
    switch (context->options->analysis) {
    case ANALYSIS_PREDICATE:
    case ANALYSIS_BMC:
    case ANALYSIS_HUNT:
        result_set_unknown(result, "this analysis does not look for deadlocks, value does");
        return;
    default: run_choice(context, ANALYSIS_VALUE, result);
    }
}

static void start_again(result_t *result) {
    result_free(result);
    memset(result, 0, sizeof *result);
}

/* Of a few threads there are often few states, while a proof for any number of them may
 * fail slowly. */
static bool may_glance(const options_t *options) {
    return options->value_precision != VALUE_PRECISION_LAZY && options->dump != DUMP_ARG;
}

/* What costs little comes first. */
static void run_all(const engine_context_t *context, result_t *result) {
    const options_t *options = context->options;
    bool applies = context->property->kind == PROPERTY_UNREACH;
    bool extras = applies && options_use_values(options);
    if (extras && options->hunt && options->crowd != CROWD_ONLY) {
        stats_set_activity(context->stats, "hunt");
        if (engine_hunt(context, result, options->hunt)) return;
        start_again(result);
    }
    bool crowd = options->crowd == CROWD_AUTO && extras;
    bool is_brief = crowd && !creates_in_loops(context->program);
    if (is_brief && !repeats_in_threads(context->program)) crowd = false;
    if (applies && (crowd || options->crowd == CROWD_ONLY)) {
        if (crowd && !is_brief && may_glance(options)) {
            stats_set_activity(context->stats, "value");
            if (engine_glance(context, result)) return;
            start_again(result);
        }
        stats_set_activity(context->stats, "crowd");
        if (engine_crowd(context, result, is_brief)) return;
        start_again(result);
        if (!is_brief && engine_pairs(context, result)) return;
        if (options->crowd == CROWD_ONLY) return;
        start_again(result);
    }
    run_choice(context, options->analysis, result);
}

void engine_run(const engine_context_t *context, result_t *result) {
    memset(result, 0, sizeof *result);
    if (context->program->limit)
        result_set_unknown(result, "%s", context->program->limit);
    else if (context->property->kind == PROPERTY_DEADLOCK)
        find_deadlocks(context, result);
    else
        run_all(context, result);
    context->stats->terms = terms_count(context->terms);
    context->stats->trace_steps = result->trace.steps.len;
}
