#include "refine/path.h"
#include "refine/refiner.h"
#include "refine/value_refiner.h"

solver_answer_t path_solver_ask(const path_solver_t *paths, const path_t *path, trace_t *trace) {
    composite_t *composite = paths->composite;
    const arg_node_t *end = VEC_TOP(*path)->child;
    race_t race = {0};
    if (composite->seeks_races) race = composite_race(composite, end->configuration, end->parts);
    blocks_focus(paths->blocks, NULL);
    solver_answer_t answer =
        path_solve(path, race.certainty ? &race : NULL, paths->blocks, paths->terms, paths->solver,
                   paths->composite->program, trace);
    blocks_focus(paths->blocks, paths->composite->focus);
    return answer;
}

static target_outcome_t examine(refiner_t *refiner, arg_node_t *target, trace_t *trace,
                                const char **why) {
    value_way_t *way = (value_way_t *)refiner;
    path_t path = {0};
    target_outcome_t outcome = TARGET_UNDECIDED;
    path_to(target, NULL, NULL, &path);
    size_t version = graph_focus_version(way->graph);
    /* Explicit execution is cheaper than the solver, so it is asked first. */
    size_t pivot = SIZE_MAX;
    if (way->value) pivot = value_refine(way->value, way->part, &path, way->per_location);
    if (pivot != SIZE_MAX) {
        arg_node_t *node =
            pivot ? path.data[pivot - 1]->child : arg_root(way->graph->exploration->arg);
        graph_cut_in_focus(way->graph, node, version);
        outcome = TARGET_REFINED;
    } else if (way->is_last) {
        solver_answer_t answer = path_solver_ask(&way->paths, &path, trace);
        *why = answer == SOLVER_UNSAT ? "explicit values cannot exclude an infeasible path"
                                      : "the solver could not decide a path";
        if (answer == SOLVER_SAT) outcome = TARGET_FEASIBLE;
    }
    VEC_FREE(path);
    return outcome;
}

void value_way_init(value_way_t *way) {
    way->refiner = (refiner_t){.examine = examine};
}
