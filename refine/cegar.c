#include "refine/cegar.h"

#include "cpa/predicate/block_merge.h"
#include "cpa/predicate/predicate.h"
#include "cpa/symbolic/symbolic.h"
#include "cpa/value/value.h"
#include "refine/focus_refiner.h"
#include "refine/predicate_refiner.h"
#include "refine/unfold.h"
#include "refine/value_refiner.h"

/* What a look at a target state came to. */
typedef enum {
    TARGET_FEASIBLE,  /* the trace is filled in */
    TARGET_REFINED,   /* the precision grew, the ARG was cut */
    TARGET_UNDECIDED, /* neither; *why says what is missing */
} target_outcome_t;

/* So often the focus grows by as little as possible; after that it is better to be
 * done with it, since every time the graph is made anew. */
enum { FOCUS_SPARING = 4 };

typedef struct {
    cegar_t *cegar;
    result_t *result;
    /* Edges whose UNSUPPORTED end is known to be reachable, and error nodes left
     * undecided. */
    map64_t given_up;
    strbuf_t reason;   /* the first thing that forbids the answer true */
    size_t undecided;  /* paths left to a later phase */
    double began;
    double one_block_seconds; /* spent on paths through loops */
} run_t;

/* So many paths left to a later phase are enough to begin with it. */
enum { MOST_UNDECIDED = 100 };

/* A question to the solver takes as long as it takes to make so many states. */
enum { CHECK_PRICE = 100 };

/* What paths through loops may cost while they are one block: an eighth of the
 * time, and no more than this; how many states, how long blocks, how much memory. */
enum {
    ONE_BLOCK_MILLISECONDS = 5000,
    ONE_BLOCK_SHARE = 8,
    ONE_BLOCK_STATES = 250000,
    ONE_BLOCK_ROUNDS = 60,
    ONE_BLOCK_BYTES = 64 << 20,
};

static bool is_target(void *context, const arg_node_t *node) {
    run_t *run = context;
    uint64_t known;
    const configuration_t *c = node->configuration;
    if (c->unsupported) return !map64_get(&run->given_up, map64_pointer(c->unsupported), &known);
    if (run->cegar->finds_deadlocks)
        return composite_is_deadlock(run->cegar->exploration.composite, node);
    return c->is_error;
}

/* Without loops there is nothing else that could be tried. */
static bool is_tired_of_one_block(void *context) {
    const run_t *run = context;
    const cegar_t *cegar = run->cegar;
    const exploration_t *x = &cegar->exploration;
    if (!predicate_met_loops(cegar->predicate)) return false;
    return arg_count(x->arg) > ONE_BLOCK_STATES ||
           predicate_most_rounds(cegar->predicate) > ONE_BLOCK_ROUNDS ||
           blocks_bytes(cegar->blocks) +
                   configurations_bytes(threading_configurations(x->composite->threading)) >
               ONE_BLOCK_BYTES;
}

static void wake(void *context, arg_node_t *node) {
    exploration_t *x = context;
    waitlist_add(x->waitlist, node);
}

static void restart(cegar_t *cegar) {
    exploration_t *x = &cegar->exploration;
    arg_delete(x->arg);
    waitlist_delete(x->waitlist);
    x->arg = arg_new(x->composite->count);
    x->waitlist = waitlist_new(cegar->phase->order, x->composite, cegar->rank);
    cpa_start(x);
}

/* Cuts the ARG below the node, and the node itself: it is computed anew. */
static void cut(cegar_t *cegar, arg_node_t *node) {
    exploration_t *x = &cegar->exploration;
    if (!node->parents || cegar->always_restarts)
        restart(cegar);
    else
        arg_remove_subtree(x->arg, node, true, wake, x);
}

/* Steps were left out because they touched nothing but what was forgotten. Now
 * that less is, states whose set has become too small are explored again. What
 * the states say of data stays right: forgetting more allows more. */
static void review_reductions(cegar_t *cegar) {
    exploration_t *x = &cegar->exploration;
    arg_nodes_t nodes = {0};
    arg_list(x->arg, &nodes);
    for (size_t i = 0; i < nodes.len; i++) {
        arg_node_t *node = nodes.data[i];
        if (!node->is_expanded || node->covered_by || thread_set_is_all(node->explored)) continue;
        thread_set_t now = composite_reduction(x->composite, node);
        now = thread_set_minus(&now, node->explored);
        if (!thread_set_is_empty(&now)) waitlist_add(x->waitlist, node);
    }
    VEC_FREE(nodes);
}

/* The same as cut, after a refinement that may have grown the focus. The blocks
 * above the node speak of the abstract program as it was; they are made anew. */
static void cut_in_focus(cegar_t *cegar, arg_node_t *node, size_t focus_version) {
    const focus_t *focus = cegar->exploration.composite->focus;
    bool grew = focus && focus->version != focus_version;
    if (grew && cegar->phase->predicates) {
        restart(cegar);
        return;
    }
    cut(cegar, node);
    if (grew) review_reductions(cegar);
}

static size_t focus_version(const cegar_t *cegar) {
    const focus_t *focus = cegar->exploration.composite->focus;
    return focus ? focus->version : 0;
}

/* Of the program as it is, whatever the exploration forgot. */
static solver_answer_t solve_path(cegar_t *cegar, const path_t *path, trace_t *trace) {
    const composite_t *composite = cegar->exploration.composite;
    blocks_focus(cegar->blocks, NULL);
    solver_answer_t answer =
        path_solve(path, cegar->blocks, cegar->terms, cegar->solver, composite->program, trace);
    blocks_focus(cegar->blocks, composite->focus);
    return answer;
}

static size_t part_index(const cegar_t *cegar, const cpa_t *cpa) {
    const composite_t *composite = cegar->exploration.composite;
    size_t i = 0;
    while (composite->cpas[i] != cpa) i++;
    return i;
}

static size_t value_place(const cegar_t *cegar) {
    return part_index(cegar, cegar->phase->symbolic ? cegar->symbolic : cegar->value);
}

/* The ARG node of an abstraction state at or above node. */
static arg_node_t *node_of(const cegar_t *cegar, arg_node_t *node, const abstraction_t *a) {
    size_t index = part_index(cegar, cegar->predicate);
    for (;;) {
        const predicate_part_t *part = node->parts[index];
        if (predicate_is_abstraction(part) && part->abstraction == a) return node;
        /* The oldest link comes from an older node: newer ones may close a cycle. */
        const arg_link_t *link = node->parents;
        REQUIRE(link);
        while (link->next_parent) link = link->next_parent;
        node = link->parent;
    }
}

static bool choose_by_model(void *context, const arg_link_t *link) {
    const cegar_t *cegar = context;
    const predicate_part_t *part = link->child->parts[part_index(cegar, cegar->predicate)];
    const term_t *choice = block_choice_at(cegar->terms, link->choice, part->abstraction->depth);
    return term_is_true(solver_evaluate(cegar->solver, choice));
}

/* Are the blocks feasible together? Then path is the one that the model takes
 * through them. */
static solver_answer_t solve_blocks(cegar_t *cegar, const arg_node_t *target,
                                    const block_path_t *blocks, path_t *path) {
    solver_push(cegar->solver);
    for (size_t k = 0; k < blocks->count; k++) solver_assert(cegar->solver, blocks->parts[k]);
    solver_answer_t answer = solver_check(cegar->solver, NULL, 0);
    if (answer == SOLVER_SAT) path_to(target, choose_by_model, cegar, path);
    solver_pop(cegar->solver);
    return answer;
}

/* A path through the blocks that the abstract program allows: so does the
 * program, or else the exploration forgot something that matters. */
static target_outcome_t confirm_path(run_t *run, const path_t *path, const char **why) {
    cegar_t *cegar = run->cegar;
    solver_answer_t answer = solve_path(cegar, path, &run->result->trace);
    if (answer == SOLVER_SAT) return TARGET_FEASIBLE;
    if (answer == SOLVER_UNKNOWN) return TARGET_UNDECIDED;
    *why = "no single path could be taken out of the merged paths to the error";
    focus_t *focus = cegar->exploration.composite->focus;
    if (!focus || !focus_refine(focus, path, cegar->blocks, cegar->terms, cegar->solver,
                                cegar->focus_growths++ < FOCUS_SPARING))
        return TARGET_UNDECIDED;
    restart(cegar);
    return TARGET_REFINED;
}

/* Without loops there is no other way than to solve the one block. */
static bool limit_solver(run_t *run, const abstraction_t *target) {
    cegar_t *cegar = run->cegar;
    if (!cegar->phase->one_block || !target->heads) return true;
    double left = limits_milliseconds_left(cegar->exploration.limits, 0) / (double)ONE_BLOCK_SHARE;
    if (left <= 0 || left > ONE_BLOCK_MILLISECONDS) left = ONE_BLOCK_MILLISECONDS;
    left -= run->one_block_seconds * 1000;
    cegar->solver->milliseconds = left < 1 ? 1 : (unsigned)left;
    return left >= 1;
}

/* Interpolants that do not count rounds are worth a share of the time that was spent
 * so far: short loops come to their end by themselves. */
static void limit_comparisons(run_t *run) {
    enum { LEAST = 100, MOST = 1000 };
    double share = LEAST + (stats_now() - run->began) * 1000 / 2;
    run->cegar->interpolation.comparison_milliseconds = share < MOST ? (unsigned)share : MOST;
}

static target_outcome_t refine_predicates(run_t *run, arg_node_t *target, const char **why) {
    cegar_t *cegar = run->cegar;
    double begin = stats_now();
    const predicate_part_t *part = target->parts[part_index(cegar, cegar->predicate)];
    block_path_t blocks;
    path_t path = {0};
    *why = "paths through loops are left to smaller blocks";
    if (!limit_solver(run, part->abstraction)) return TARGET_UNDECIDED;
    block_path_build(part->abstraction, cegar->blocks, cegar->terms, &blocks);
    target_outcome_t outcome = TARGET_UNDECIDED;
    solver_answer_t answer = solve_blocks(cegar, target, &blocks, &path);
    *why = "the solver could not decide a path to the error";
    if (answer == SOLVER_SAT) {
        outcome = confirm_path(run, &path, why);
    } else if (answer == SOLVER_UNSAT && blocks.count == 1) {
        predicate_exclude(cegar->predicate, part->abstraction);
        cut(cegar, target);
        outcome = TARGET_REFINED;
    } else if (answer == SOLVER_UNSAT) {
        limit_comparisons(run);
        predicate_refiner_t refiner = {.predicate = cegar->predicate,
                                       .terms = cegar->terms,
                                       .solver = cegar->solver,
                                       .interpolation = &cegar->interpolation,
                                       .part = cegar->refined_part};
        predicate_refinement_t refined = predicate_refine(&refiner, &blocks);
        *why = refined.answer == SOLVER_UNKNOWN ? refined.why
                                                : "the refinement found no new predicate";
        if (refined.pivot) {
            cut(cegar, node_of(cegar, target, refined.pivot));
            outcome = TARGET_REFINED;
        }
    }
    VEC_FREE(path);
    block_path_free(&blocks);
    if (cegar->phase->one_block && part->abstraction->heads)
        run->one_block_seconds += stats_now() - begin;
    return outcome;
}

static target_outcome_t refine_values(run_t *run, arg_node_t *target, const char **why) {
    cegar_t *cegar = run->cegar;
    path_t path = {0};
    target_outcome_t outcome = TARGET_UNDECIDED;
    path_to(target, NULL, NULL, &path);
    size_t version = focus_version(cegar);
    /* Explicit execution is cheaper than the solver, so it is asked first. */
    size_t pivot = SIZE_MAX;
    if (!cegar->phase->symbolic)
        pivot = value_refine(cegar->value, value_place(cegar), &path, cegar->per_location);
    if (pivot != SIZE_MAX) {
        cut_in_focus(cegar, pivot ? path.data[pivot - 1]->child : arg_root(cegar->exploration.arg),
                     version);
        outcome = TARGET_REFINED;
    } else if (!cegar->phase->predicates) {
        solver_answer_t answer = solve_path(cegar, &path, &run->result->trace);
        *why = answer == SOLVER_UNSAT ? "explicit values cannot exclude an infeasible path"
                                      : "the solver could not decide a path";
        if (answer == SOLVER_SAT) outcome = TARGET_FEASIBLE;
    }
    VEC_FREE(path);
    return outcome;
}

/* Values first where they suffice, predicates where they do not. */
static target_outcome_t examine(run_t *run, arg_node_t *target, const char **why) {
    cegar_t *cegar = run->cegar;
    stats_t *stats = cegar->exploration.stats;
    double begin = stats_now();
    target_outcome_t outcome = TARGET_UNDECIDED;
    cegar->solver->milliseconds = limits_milliseconds_left(cegar->exploration.limits, 0);
    if (cegar->phase->refine_values || !cegar->phase->predicates)
        outcome = refine_values(run, target, why);
    if (outcome == TARGET_UNDECIDED && cegar->phase->predicates)
        outcome = refine_predicates(run, target, why);
    stats->refinements++;
    if (cegar->predicate) stats->predicates = predicate_precision_size(cegar->predicate);
    stats->tracked_variables = value_precision_size(cegar->value);
    stats->time_refinement += stats_now() - begin;
    return outcome;
}

static void forbid_true(run_t *run, const edge_t *edge, const char *why) {
    map64_put(&run->given_up, map64_pointer(edge), 1);
    if (run->reason.len) return;
    if (why)
        strbuf_printf(&run->reason, "%s:%u: %s", edge->source.file ? edge->source.file : "?",
                      edge->source.line, why);
    else
        threading_print_reason(&run->reason, edge);
}

/* true: the search is over. */
static bool conclude(run_t *run, const arg_node_t *target, target_outcome_t outcome,
                     const edge_t *edge, const char *why) {
    result_t *result = run->result;
    if (outcome == TARGET_REFINED) return false;
    if (outcome == TARGET_UNDECIDED) {
        forbid_true(run, edge, why);
        return false;
    }
    if (target->configuration->unsupported) {
        forbid_true(run, edge, NULL);
        VEC_CLEAR(result->trace.steps);
        VEC_CLEAR(result->trace.inputs);
        VEC_CLEAR(result->trace.memory);
        return false;
    }
    result->trace.ends_in_deadlock = run->cegar->finds_deadlocks;
    result->verdict = VERDICT_FALSE;
    result->violated = run->cegar->violated;
    return true;
}

static void finish(run_t *run, explored_t explored) {
    const char *limit = NULL;
    exploration_t *x = &run->cegar->exploration;
    if (explored == EXPLORED_LIMIT) {
        limits_exceeded(x->limits, &limit);
        result_set_unknown(run->result, "%s", limit);
    } else if (run->reason.len) {
        result_set_unknown(run->result, "%s", strbuf_text(&run->reason));
    } else if (explored == EXPLORED_SOME) {
        result_set_unknown(run->result, "too many states");
    } else {
        run->result->verdict = VERDICT_TRUE;
    }
}

/* There are two ways to get lost: with everything tracked, in values that do not
 * matter; with little tracked, in the values of variables that one more, a loop
 * counter say, would bound, but no error path ever asks for it. So after a while
 * something else is tried. */
static void start_phase(cegar_t *cegar, size_t number) {
    const cegar_phase_t *phase = &cegar->phases[number];
    exploration_t *x = &cegar->exploration;
    composite_t *composite = x->composite;
    size_t place = cegar->phase ? value_place(cegar) : part_index(cegar, cegar->value);
    cegar->phase = phase;
    if (phase->symbolic) symbolic_split_few(cegar->symbolic, phase->cases);
    composite->cpas[place] = phase->symbolic ? cegar->symbolic : cegar->value;
    if (cegar->predicate)
        predicate_set_block_size(cegar->predicate, phase->one_block ? UINT32_MAX : 0);
    if (cegar->predicate)
        composite->count = part_index(cegar, cegar->predicate) + (phase->predicates ? 1 : 0);
    value_reset_precision(cegar->value, phase->track_all);
    if (x->composite->focus && phase->track_all)
        focus_add_all(x->composite->focus);
    else if (x->composite->focus && cegar->predicate)
        focus_clear_most(x->composite->focus); /* a growing focus costs a new graph */
    else if (x->composite->focus)
        focus_clear(x->composite->focus);
    value_set_split_bools(cegar->value, !phase->predicates);
    x->check_price = phase->symbolic ? CHECK_PRICE : 0;
    bool has_other = number + phase->after_patience < cegar->phase_count;
    x->patience = has_other || cegar->is_brief ? phase->patience : 0;
    x->is_tired = phase->one_block ? is_tired_of_one_block : NULL;
    /* Nothing is refined if values are all there is and all are tracked. */
    x->forget_covered = !phase->predicates && phase->track_all;
    /* A run that is made again must come to the same state. */
    x->joins_steps = cegar->joins_steps && x->forget_covered;
    x->symmetry = x->forget_covered && !phase->symbolic ? cegar->symmetry : NULL;
    restart(cegar);
}

/* The phase after this one; cases are of no use where there was nothing to split. */
static size_t next_of(const cegar_t *cegar, size_t phase) {
    phase++;
    bool is_useless = phase < cegar->phase_count && cegar->phases[phase].cases &&
                      !symbolic_met_few(cegar->symbolic);
    return is_useless ? phase + 1 : phase;
}

/* Explicit values alone cannot decide a path: will terms, cases or predicates take
 * part? */
static bool next_knows_more(const cegar_t *cegar, size_t phase) {
    size_t number = next_of(cegar, phase);
    if (cegar->phase->predicates || number >= cegar->phase_count) return false;
    const cegar_phase_t *next = &cegar->phases[number];
    return next->predicates || next->cases || (next->symbolic && !cegar->phase->symbolic);
}

/* Leaves a target to a later phase, if there is one that knows more. Until then
 * the exploration goes on: an error may be found elsewhere. */
static bool postpone(run_t *run, const edge_t *edge, size_t phase) {
    if (!next_knows_more(run->cegar, phase)) return false;
    map64_put(&run->given_up, map64_pointer(edge), 1);
    run->undecided++;
    return true;
}

static void begin_phase(run_t *run, size_t phase) {
    run->undecided = 0;
    map64_clear(&run->given_up);
    start_phase(run->cegar, phase);
}

/* Is the phase at its end, and another one at hand? Then it is begun. */
static bool next_phase(run_t *run, explored_t explored, size_t *phase) {
    if (run->cegar->is_brief) return false;
    if (explored == EXPLORED_SOME)
        *phase += run->cegar->phase->after_patience;
    else if (explored == EXPLORED_ALL ? run->undecided > 0 : run->undecided >= MOST_UNDECIDED)
        *phase = next_of(run->cegar, *phase);
    else
        return false;
    begin_phase(run, *phase);
    return true;
}

void cegar_run(cegar_t *cegar, result_t *result) {
    exploration_t *x = &cegar->exploration;
    run_t run = {.cegar = cegar, .result = result, .began = stats_now()};
    arg_node_t *target;
    explored_t explored;
    x->abort = is_target;
    x->abort_context = &run;
    size_t phase = 0;
    start_phase(cegar, phase);
    for (;;) {
        explored = cpa_algorithm(x, &target);
        if (explored == EXPLORED_LIMIT) break;
        if (next_phase(&run, explored, &phase)) continue;
        if (explored != EXPLORED_ABORT) break;
        const char *why = NULL;
        arg_node_t *found = unfold_path(x, target);
        if (found) target = found;
        const edge_t *edge = target->parents->edge;
        target_outcome_t outcome = TARGET_UNDECIDED;
        if (found)
            outcome = examine(&run, target, &why);
        else
            why = "the path to the error could not be made again";
        if (outcome == TARGET_UNDECIDED && cegar->phase->one_block) {
            begin_phase(&run, ++phase);
            continue;
        }
        if (outcome == TARGET_UNDECIDED && postpone(&run, edge, phase)) continue;
        if (conclude(&run, target, outcome, edge, why)) break;
        if (cegar->is_brief && run.reason.len) break;
        if (limits_exceeded(x->limits, NULL)) {
            explored = EXPLORED_LIMIT;
            break;
        }
    }
    if (result->verdict != VERDICT_FALSE) finish(&run, explored);
    map64_free(&run.given_up);
    strbuf_free(&run.reason);
}
