#include "cpa/core/loop_bound.h"
#include "cpa/explore/arg_dot.h"
#include "engine/cegar/analysis.h"
#include "engine/cegar/engines.h"
#include "refine/path.h"

#include <stdio.h>

/* Bounded model checking (Kolesnykov 2020, section 2.5.1, Listing 2.3): all paths up
 * to a bound on loop iterations as one formula, for growing bounds. The value
 * analysis runs along to leave out paths that explicit values exclude. */

static bool never(void *context, const arg_node_t *node) {
    (void)context;
    (void)node;
    return false;
}

static uint32_t increase(uint32_t bound) {
    return bound < 4 ? bound + 1 : bound + bound / 2;
}

typedef struct {
    const engine_context_t *context;
    analysis_t *analysis;
    result_t *result;
    property_mask_t races; /* of what is asked: violated by states with races */
    bool give_up; /* something but the bound forbids the answer true */
    bool solved;  /* some error was excluded by the solver */
    uint64_t work; /* that may still be done; 0: any amount */
} bmc_t;

static bool choose_by_model(void *context, const arg_link_t *link) {
    return term_is_true(solver_evaluate(context, link->choice));
}

/* A state at the end of a path: is some path to it feasible, and a race there? */
static solver_answer_t solve_state(bmc_t *bmc, const arg_node_t *node, const race_t *race,
                                   path_t *path) {
    analysis_t *a = bmc->analysis;
    const predicate_part_t *part = node->parts[a->composite.count - 1];
    solver_push(a->solver);
    solver_assert(a->solver, part->block->condition);
    if (race->certainty)
        solver_assert(a->solver, block_meeting(analysis_blocks(a), part->block, node->configuration,
                                               &race->meeting));
    solver_answer_t answer = solver_check(a->solver, NULL, 0);
    if (answer == SOLVER_SAT) path_to(node, choose_by_model, a->solver, path);
    solver_pop(a->solver);
    return answer;
}

static race_t race_at(const bmc_t *bmc, const arg_node_t *node) {
    if (!bmc->races) return (race_t){0};
    return composite_race(&bmc->analysis->composite, node->configuration, node->parts);
}

static void check_state(bmc_t *bmc, const arg_node_t *node) {
    analysis_t *a = bmc->analysis;
    const configuration_t *c = node->configuration;
    path_t path = {0};
    trace_t trace = {0};
    race_t race = race_at(bmc, node);
    solver_answer_t answer = solve_state(bmc, node, &race, &path);
    if (answer == SOLVER_SAT && !c->unsupported)
        answer = path_solve(&path, race.certainty ? &race : NULL, analysis_blocks(a),
                            bmc->context->terms, a->solver, bmc->context->program, &trace);
    if (answer == SOLVER_SAT && !c->unsupported) {
        size_t property =
            race.certainty ? (size_t)__builtin_ctz(bmc->races) : configuration_violates(c);
        *result_set_false(bmc->result, property) = trace;
        trace = (trace_t){0};
    } else if (answer != SOLVER_UNSAT && !bmc->give_up) {
        strbuf_t reason = {0};
        if (c->unsupported)
            threading_print_reason(&reason, c->unsupported);
        else
            strbuf_add(&reason, "the solver could not decide a path to the error");
        result_set_unknown(bmc->result, c->unsupported ? ENDED_BARRED : ENDED_UNDECIDED, "%s",
                           strbuf_text(&reason));
        bmc->give_up = true;
        strbuf_free(&reason);
    }
    VEC_FREE(path);
    trace_free(&trace);
}

static bool is_violated(const bmc_t *bmc) {
    return result_with(bmc->result, VERDICT_FALSE) != 0;
}

/* An error of what is asked for? */
static bool is_target(const bmc_t *bmc, const arg_node_t *node) {
    const configuration_t *c = node->configuration;
    if (configuration_is_error(c))
        return bmc->result->asked & property_bit(configuration_violates(c));
    return race_at(bmc, node).certainty != RACE_NONE;
}

/* The base case: the disjunction of all error states of Listing 2.3, taken one
 * by one (they are few, since equal configurations were merged). */
static void check_errors(bmc_t *bmc, bool unsupported) {
    arg_nodes_t nodes = {0};
    arg_list(bmc->analysis->exploration.arg, &nodes);
    for (size_t i = 0; i < nodes.len && !is_violated(bmc); i++) {
        const configuration_t *c = nodes.data[i]->configuration;
        if (limits_exceeded(bmc->context->limits, NULL)) break;
        if (unsupported ? c->unsupported != NULL : is_target(bmc, nodes.data[i])) {
            bmc->solved = true;
            check_state(bmc, nodes.data[i]);
        }
    }
    VEC_FREE(nodes);
}

/* At least 1 is left: who has none is tired before. */
static uint64_t work_since(const bmc_t *bmc, uint64_t begin) {
    uint64_t done = bmc->context->stats->states - begin;
    return done < bmc->work ? done : bmc->work - 1;
}

/* One bound; true: the answer is known (or a limit was hit). */
static bool run_bound(bmc_t *bmc, uint32_t bound) {
    const engine_context_t *context = bmc->context;
    const char *why = "no solver", *limit = NULL;
    analysis_parts_t parts = {
        .predicate = true,
        .loop_bound = true,
        .bound = bound,
        .predicate_options = {.block = PREDICATE_NEVER, .defer_errors = true},
        .value_options = {.track_all = true},
        .asked = bmc->result->asked,
    };
    bmc->analysis = analysis_new(context, &parts, &why);
    if (!bmc->analysis) {
        result_set_unknown(bmc->result, ENDED_USELESS, "%s", why);
        return true;
    }
    analysis_t *a = bmc->analysis;
    a->solver->milliseconds = limits_milliseconds_left(context->limits, 0);
    bmc->solved = false;
    exploration_t *x = &a->exploration;
    x->forget_covered = true;
    x->abort = never;
    cpa_limit_work(x, bmc->work);
    arg_node_t *target;
    uint64_t begin = context->stats->states;
    explored_t explored = cpa_algorithm(x, &target);
    if (explored == EXPLORED_ALL) check_errors(bmc, false);
    bool done = is_violated(bmc);
    if (!done && explored == EXPLORED_ALL) check_errors(bmc, true);
    if (context->options->dump == DUMP_ARG) arg_dot_print(stdout, &a->composite, x->arg);
    arg_dot_show(context->graph, &a->composite, x->arg);
    if (!done && limits_exceeded(context->limits, &limit)) {
        result_set_unknown(bmc->result, ENDED_LIMIT, "%s", limit);
        return true;
    }
    if (explored == EXPLORED_SOME) {
        result_set_unknown(bmc->result, ENDED_TIRED,
                           "no error within loop bound %u, and too many "
                           "states beyond",
                           (unsigned)bound - 1);
        return true;
    }
    if (bmc->work) bmc->work -= work_since(bmc, begin);
    if (done || loop_bound_was_hit(a->loop_bound)) return done;
    if (!bmc->give_up) {
        /* If explicit values alone left no error, they are the proof, state by
         * state; otherwise it is the one block from the start to all ends. */
        bool by_values =
            !bmc->solved && !a->composite.excluded_race && !predicate_has_excluded(a->predicate);
        analysis_prove(a, context, by_values ? a->value : NULL, bmc->result);
        bmc->analysis = NULL;
    }
    return true;
}

static void run_bmc(const engine_context_t *context, const engine_budget_t *budget,
                    result_t *result) {
    bmc_t bmc = {.context = context,
                 .result = result,
                 .races =
                     property_set_violated_by(context->properties, result->asked, VIOLATION_RACE),
                 .work = budget->work};
    uint32_t last = context->options->max_loop_bound;
    for (uint32_t k = context->options->loop_bound;; k = increase(k) < last ? increase(k) : last) {
        context->stats->loop_bound = k;
        bool done = run_bound(&bmc, k);
        analysis_delete(bmc.analysis);
        bmc.analysis = NULL;
        if (done) return;
        if (k >= last) break;
    }
    if (!bmc.give_up)
        result_set_unknown(result, ENDED_UNDECIDED, "no error within loop bound %u",
                           (unsigned)last);
}

const engine_class_t bmc_engine = {
    .name = "bmc",
    .help = "bounded model checking: all paths up to a bound on loops as formulas",
    .refutes = 1 << VIOLATION_STEP | 1 << VIOLATION_RACE,
    .proves = 1 << VIOLATION_STEP | 1 << VIOLATION_RACE,
    .run = run_bmc,
    .configurations =
        (const engine_configuration_t[]){
            {"none", "--por none"},
            {"local", "--por local"},
            {"spor", "--por spor"},
            {"aaspor", "--por aaspor"},
            {"coi", "--por aaspor --coi static"},
            {"z3", "--por none --solver z3"},
            {0},
        },
};
