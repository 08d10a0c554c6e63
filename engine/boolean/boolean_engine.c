#include "engine/boolean/boolean_engine.h"

#include "engine/boolean/fixpoint.h"
#include "engine/boolean/trace.h"

static void copy_stats(const search_t *search, stats_t *stats) {
    cadical_counts_t counts;
    cadical_counts(aig_sat_solver(search->guards), &counts);
    const subsumption_counts_t *asked = subsumption_counts(search->subsumption);
    stats->sat_variables += counts.variables;
    stats->sat_clauses += counts.clauses;
    stats->sat_conflicts += counts.conflicts;
    stats->sat_decisions += counts.decisions;
    stats->sat_propagations += counts.propagations;
    stats->cover_checks += asked->groups;
    stats->terms += aig_nodes(search->aig);
}

static void say_violated(search_t *search, const program_t *program, result_t *result) {
    const edge_t *error = search->bad->move.step->edges.at[search->bad->move.step->edges.count - 1];
    trace_t *trace = result_set_false(result, error->to->violates);
    if (!boolean_trace(search, program, trace))
        result_take_back(result, error->to->violates, "the SAT solver gave up");
}

static void run(const engine_context_t *context, const engine_budget_t *budget, result_t *result) {
    const program_t *program = context->program;
    if (!program->boolean) {
        result_set_unknown(result, ENDED_USELESS, "this is no Boolean program");
        return;
    }
    search_t search;
    proof_t proof;
    search_init(&search, program->boolean, context->options, context->limits, context->stats);
    search.work = budget->work;
    switch (search_run(&search)) {
    case SEARCH_VIOLATED: say_violated(&search, program, result); break;
    case SEARCH_SAFE:
        boolean_proof(&search, context->terms, &proof);
        result_set_true(result, &proof);
        break;
    case SEARCH_UNSUPPORTED: {
        const bstep_t *step = search.unsupported->move.step;
        result_set_unknown(result, ENDED_BARRED, "%s:%u: %s", step->source.file, step->source.line,
                           step->text);
        break;
    }
    case SEARCH_STOPPED:
        result_set_unknown(result,
                           limits_exceeded(context->limits, NULL) ? ENDED_LIMIT : ENDED_TIRED, "%s",
                           search.reason);
        break;
    }
    copy_stats(&search, context->stats);
    search_free(&search);
}

static const engine_configuration_t configurations[] = {
    {"none", "--por none"},
    {"static", "--por static"},
    {"unmerged", "--boolean-merge off --waitlist bfs"},
    {NULL, NULL},
};

const engine_class_t boolean_engine = {
    .name = "boolean",
    .help = "symbolic simulation of Boolean programs (FILE.bp)",
    .refutes = 1u << VIOLATION_STEP,
    .proves = 1u << VIOLATION_STEP,
    .reads_only_boolean = true,
    .run = run,
    .configurations = configurations,
};
