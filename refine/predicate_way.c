#include "cpa/predicate/block_merge.h"
#include "cpa/predicate/predicate.h"
#include "refine/focus_refiner.h"
#include "refine/path.h"
#include "refine/refiner.h"

/* So often the focus grows by as little as possible; after that it is better to be
 * done with it, since every time the graph is made anew. */
enum { FOCUS_SPARING = 4 };

/* What paths through loops may cost while they are one block: an eighth of the
 * time, and no more than this; how many states, how long blocks, how much memory. */
enum {
    ONE_BLOCK_MILLISECONDS = 5000,
    ONE_BLOCK_SHARE = 8,
    ONE_BLOCK_STATES = 250000,
    ONE_BLOCK_ROUNDS = 60,
    ONE_BLOCK_BYTES = 64 << 20,
};

bool predicate_way_counts(const predicate_way_t *way) {
    return way->most_counting && way->counting >= way->most_counting;
}

static bool gives_up(const predicate_way_t *way) {
    return predicate_way_counts(way) ||
           (way->most_refinements && way->refinements >= way->most_refinements);
}

/* Without loops there is nothing else that could be tried. */
static bool is_tired(refiner_t *refiner) {
    const predicate_way_t *way = (const predicate_way_t *)refiner;
    const exploration_t *x = way->graph->exploration;
    if (gives_up(way)) return true;
    if (!way->one_block || !predicate_met_loops(way->predicate)) return false;
    return arg_count(x->arg) > ONE_BLOCK_STATES ||
           predicate_most_rounds(way->predicate) > ONE_BLOCK_ROUNDS ||
           blocks_bytes(way->paths.blocks) +
                   configurations_bytes(threading_configurations(x->composite->threading)) >
               ONE_BLOCK_BYTES;
}

/* The ARG node of an abstraction state at or above node. */
static arg_node_t *node_of(const predicate_way_t *way, arg_node_t *node, const abstraction_t *a) {
    for (;;) {
        const predicate_part_t *part = node->parts[way->part];
        if (predicate_is_abstraction(part) && part->abstraction == a) return node;
        /* The oldest link comes from an older node: newer ones may close a cycle. */
        const arg_link_t *link = node->parents;
        REQUIRE(link);
        while (link->next_parent) link = link->next_parent;
        node = link->parent;
    }
}

static bool choose_by_model(void *context, const arg_link_t *link) {
    const predicate_way_t *way = context;
    const predicate_part_t *part = link->child->parts[way->part];
    const term_t *choice =
        block_choice_at(way->paths.terms, link->choice, part->abstraction->depth);
    return term_is_true(solver_evaluate(way->paths.solver, choice));
}

/* Are the blocks feasible together? Then path is the one that the model takes
 * through them. */
static solver_answer_t solve_blocks(predicate_way_t *way, const arg_node_t *target,
                                    const block_path_t *blocks, path_t *path) {
    solver_t *solver = way->paths.solver;
    solver_push(solver);
    for (size_t k = 0; k < blocks->count; k++) solver_assert(solver, blocks->parts[k]);
    solver_answer_t answer = solver_check(solver, NULL, 0);
    if (answer == SOLVER_SAT) path_to(target, choose_by_model, way, path);
    solver_pop(solver);
    return answer;
}

/* A path through the blocks that the abstract program allows: so does the
 * program, or else the exploration forgot something that matters. */
static target_outcome_t confirm_path(predicate_way_t *way, const path_t *path, trace_t *trace,
                                     const char **why) {
    solver_answer_t answer = path_solver_ask(&way->paths, path, trace);
    if (answer == SOLVER_SAT) return TARGET_FEASIBLE;
    if (answer == SOLVER_UNKNOWN) return TARGET_UNDECIDED;
    *why = "no single path could be taken out of the merged paths to the error";
    focus_t *focus = way->paths.composite->focus;
    if (!focus || !focus_refine(focus, path, way->paths.blocks, way->paths.terms, way->paths.solver,
                                way->focus_growths++ < FOCUS_SPARING))
        return TARGET_UNDECIDED;
    graph_restart(way->graph);
    return TARGET_REFINED;
}

/* Without loops there is no other way than to solve the one block. */
static bool limit_solver(predicate_way_t *way, const abstraction_t *target) {
    if (!way->one_block || !target->heads) return true;
    double left = limits_milliseconds_left(way->limits, 0) / (double)ONE_BLOCK_SHARE;
    if (left <= 0 || left > ONE_BLOCK_MILLISECONDS) left = ONE_BLOCK_MILLISECONDS;
    left -= way->one_block_seconds * 1000;
    way->paths.solver->milliseconds = left < 1 ? 1 : (unsigned)left;
    return left >= 1;
}

/* Interpolants that do not count rounds are worth a share of the time that was spent
 * so far: short loops come to their end by themselves. */
static void limit_comparisons(predicate_way_t *way) {
    enum { LEAST = 100, MOST = 1000 };
    double share = LEAST + (stats_now() - way->began) * 1000 / 2;
    way->interpolation.comparison_milliseconds = share < MOST ? (unsigned)share : MOST;
}

/* The blocks are infeasible together. */
static target_outcome_t refine_blocks(predicate_way_t *way, arg_node_t *target,
                                      const block_path_t *blocks, const char **why) {
    limit_comparisons(way);
    predicate_refiner_t refiner = {.predicate = way->predicate,
                                   .terms = way->paths.terms,
                                   .solver = way->paths.solver,
                                   .interpolation = &way->interpolation,
                                   .part = way->refined_part};
    predicate_refinement_t refined = predicate_refine(&refiner, blocks);
    *why = refined.answer == SOLVER_UNKNOWN ? refined.why : "the refinement found no new predicate";
    if (!refined.pivot) return TARGET_UNDECIDED;
    way->refinements++;
    way->counting = refined.counts ? way->counting + 1 : 0;
    graph_cut(way->graph, node_of(way, target, refined.pivot));
    return TARGET_REFINED;
}

/* A race is no step: it may lie inside of a block. What the steps since its begin and the race
 * say; NULL: the target is no race. */
static const term_t *race_at(const predicate_way_t *way, const arg_node_t *target) {
    composite_t *composite = way->paths.composite;
    const predicate_part_t *part = target->parts[way->part];
    race_t race = {0};
    if (composite->seeks_races)
        race = composite_race(composite, target->configuration, target->parts);
    if (race.certainty == RACE_NONE) return NULL;
    const term_t *meets =
        block_meeting(way->paths.blocks, part->block, target->configuration, &race.meeting);
    return term_and(way->paths.terms, part->block->condition, meets);
}

static target_outcome_t examine_blocks(predicate_way_t *way, arg_node_t *target,
                                       const abstraction_t *last, trace_t *trace,
                                       const char **why) {
    block_path_t blocks;
    path_t path = {0};
    block_path_build(last, race_at(way, target), way->paths.blocks, way->paths.terms, &blocks);
    target_outcome_t outcome = TARGET_UNDECIDED;
    solver_answer_t answer = solve_blocks(way, target, &blocks, &path);
    *why = "the solver could not decide a path to the error";
    if (answer == SOLVER_SAT) {
        outcome = confirm_path(way, &path, trace, why);
    } else if (answer == SOLVER_UNSAT && blocks.count == 1) {
        predicate_exclude(way->predicate, last);
        graph_cut(way->graph, target);
        outcome = TARGET_REFINED;
    } else if (answer == SOLVER_UNSAT) {
        outcome = refine_blocks(way, target, &blocks, why);
    }
    VEC_FREE(path);
    block_path_free(&blocks);
    return outcome;
}

static target_outcome_t examine(refiner_t *refiner, arg_node_t *target, trace_t *trace,
                                const char **why) {
    predicate_way_t *way = (predicate_way_t *)refiner;
    double begin = stats_now();
    const predicate_part_t *part = target->parts[way->part];
    const abstraction_t *last = part->abstraction;
    *why = "paths through loops are left to smaller blocks";
    if (!limit_solver(way, last)) return TARGET_UNDECIDED;
    bool has_loops = last->heads > 0;
    target_outcome_t outcome = examine_blocks(way, target, last, trace, why);
    if (way->one_block && has_loops) way->one_block_seconds += stats_now() - begin;
    return outcome;
}

void predicate_way_init(predicate_way_t *way) {
    way->refiner = (refiner_t){.examine = examine, .is_tired = is_tired};
    way->began = stats_now();
}
