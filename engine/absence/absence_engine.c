#include "engine/absence/absence_engine.h"

#include "cfa/callgraph.h"

/* *unsupported: some function that is reached has a step that cannot be modelled. */
static property_mask_t steps_that_violate(const program_t *program, bool *unsupported) {
    callgraph_t *graph = callgraph_new(program);
    property_mask_t found = 0;
    *unsupported = false;
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        if (edge->kind != EDGE_ERROR && edge->kind != EDGE_UNSUPPORTED) continue;
        if (!callgraph_is_reachable(graph, edge->from->function)) continue;
        if (edge->kind == EDGE_ERROR)
            found |= property_bit(edge->to->violates);
        else
            *unsupported = true;
    }
    callgraph_delete(graph);
    return found;
}

property_mask_t absence_possible(const program_t *program, const property_set_t *properties) {
    bool unsupported;
    property_mask_t all = property_set_all(properties);
    property_mask_t by_states = all & ~property_set_violated_by(properties, all, VIOLATION_STEP);
    return steps_that_violate(program, &unsupported) | by_states;
}

/* A proof is of everything that was asked, so all of it must be absent. */
static void run_absence(const engine_context_t *context, const engine_budget_t *budget,
                        result_t *result) {
    (void)budget;
    bool unsupported;
    property_mask_t found = steps_that_violate(context->program, &unsupported) & result->asked;
    if (found || unsupported) {
        result_set_unknown(result, ENDED_USELESS, "the program has steps that may violate it");
        return;
    }
    result_set_true(result, &(proof_t){.kind = PROOF_ABSENCE});
    result->ending = ENDED_DECIDED;
}

const engine_class_t absence_engine = {
    .name = "absence",
    .help = "looks whether the program has any step that could violate the property",
    .proves = 1 << VIOLATION_STEP,
    .run = run_absence,
    .configurations = (const engine_configuration_t[]){{0}},
};
