#include "cpa/explore/arg_dot.h"
#include "cpa/symbolic/symbolic.h"
#include "engine/cegar/analysis.h"
#include "engine/cegar/engines.h"
#include "refine/cegar.h"

#include <limits.h>
#include <stdio.h>

/* CEGAR over threading with predicates, values, or both. The value analysis is
 * always in the composition: without being asked for it tracks the control
 * variables alone (cpa/core/control.h) and is never refined. */

static blk_t block_operator(const options_t *options) {
    switch (options->block) {
    case BLOCK_FUNCTIONS: return PREDICATE_FUNCTIONS;
    case BLOCK_EVERY: return PREDICATE_EVERY;
    case BLOCK_NEVER: return PREDICATE_NEVER;
    default: return PREDICATE_LOOPS;
    }
}

static combination_t combination(const options_t *options) {
    switch (options->abstraction) {
    case ABSTRACTION_CARTESIAN: return PREDICATE_CARTESIAN;
    case ABSTRACTION_HYBRID: return PREDICATE_HYBRID;
    default: return PREDICATE_BOOLEAN;
    }
}

static refine_part_t refined_part(const options_t *options) {
    switch (options->prefix) {
    case PREFIX_SHORTEST: return REFINE_PREFIX;
    case PREFIX_WHOLE: return REFINE_WHOLE;
    default: return REFINE_SIMPLEST;
    }
}

/* Which data take part, and how. */
typedef struct domain {
    bool predicates;
    bool values; /* else control variables alone */
} domain_t;

static bool is_lazy(const options_t *options, domain_t domain) {
    return domain.values && options->value_precision == VALUE_PRECISION_LAZY;
}

static analysis_parts_t parts_of(const options_t *options, domain_t domain, property_mask_t asked) {
    bool track_all = domain.values && !is_lazy(options, domain);
    bool symbolic = track_all && !domain.predicates &&
                    (options->symbolic == SYMBOLIC_FIRST || options->symbolic == SYMBOLIC_CASES);
    return (analysis_parts_t){
        .predicate = domain.predicates,
        .symbolic = symbolic,
        .cases = symbolic && options->symbolic == SYMBOLIC_CASES,
        .predicate_options =
            {
                .block = block_operator(options),
                .block_size = options->block == BLOCK_ONE ? UINT_MAX : options->block_size,
                .combination = combination(options),
            },
        .value_options = {.track_all = track_all, .split_bools = !domain.predicates},
        /* Nothing is refined if values are all there is and all are tracked. */
        .is_final = track_all && !domain.predicates,
        .forgets = options->por == REDUCTION_AASPOR || options->coi != CONE_NONE,
        .static_cone = options->coi == CONE_STATIC || options->coi == CONE_BOTH,
        .dynamic_cone = options->coi == CONE_DYNAMIC || options->coi == CONE_BOTH,
        .asked = asked,
    };
}

/* The composition, the loop, and the ways of refinement that belong to both. */
typedef struct run {
    analysis_t *analysis;
    graph_t graph;
    value_way_t value_way;
    predicate_way_t predicate_way;
    cegar_t cegar;
} run_t;

static void set_up(run_t *run, const engine_context_t *context, const engine_budget_t *budget,
                   domain_t domain) {
    const options_t *options = context->options;
    analysis_t *a = run->analysis;
    bool is_refined = is_lazy(options, domain);
    path_solver_t paths = {&a->composite, context->terms, a->solver, analysis_blocks(a)};
    run->graph = (graph_t){.exploration = &a->exploration,
                           .order = a->order,
                           .rank = a->rank,
                           .always_restarts = options->refinement == REFINEMENT_RESTART,
                           .has_blocks = domain.predicates};
    run->cegar = (cegar_t){.exploration = &a->exploration,
                           .solver = a->solver,
                           .most_undecided = budget->undecided,
                           .predicate = a->predicate,
                           .value = a->value};
    if (is_refined || !domain.predicates) {
        run->value_way = (value_way_t){.graph = &run->graph,
                                       .paths = paths,
                                       .value = a->symbolic ? NULL : a->value,
                                       .part = a->symbolic ? 0 : analysis_part(a, a->value),
                                       .is_last = !domain.predicates};
        value_way_init(&run->value_way);
        run->cegar.refiners[run->cegar.refiner_count++] = &run->value_way.refiner;
    }
    if (domain.predicates) {
        run->predicate_way = (predicate_way_t){.graph = &run->graph,
                                               .paths = paths,
                                               .predicate = a->predicate,
                                               .part = analysis_part(a, a->predicate),
                                               .interpolation = engine_interpolation(options),
                                               .refined_part = refined_part(options),
                                               .limits = context->limits,
                                               .one_block = options->block == BLOCK_ONE,
                                               .most_refinements = budget->refinements,
                                               .most_counting = budget->counting};
        predicate_way_init(&run->predicate_way);
        run->cegar.refiners[run->cegar.refiner_count++] = &run->predicate_way.refiner;
    }
    /* Where refinements are counted so are the questions that predicates ask. */
    if (budget->refinements) a->exploration.check_price = ENGINE_QUESTION_PRICE;
    a->exploration.patience = budget->patience;
    cpa_limit_work(&a->exploration, budget->work);
}

static void run_domain(const engine_context_t *context, const engine_budget_t *budget,
                       result_t *result, domain_t domain) {
    const char *why = "no solver";
    analysis_parts_t parts = parts_of(context->options, domain, result->asked);
    run_t run = {.analysis = analysis_new(context, &parts, &why)};
    analysis_t *a = run.analysis;
    if (!a) {
        result_set_unknown(result, ENDED_USELESS, "%s", why);
        return;
    }
    set_up(&run, context, budget, domain);
    if (a->precision) predicate_precision_mark(a->precision);
    bool is_safe = cegar_run(&run.cegar, result);
    /* Predicates that tell rounds of loops apart would only be in the way of others. */
    if (a->precision && !is_safe && predicate_way_counts(&run.predicate_way))
        predicate_precision_take_back(a->precision);
    if (context->knowledge && a->symbolic)
        context->knowledge->met_few = symbolic_met_few(a->symbolic);
    if (context->options->dump == DUMP_ARG)
        arg_dot_print(stdout, &a->composite, a->exploration.arg);
    arg_dot_show(context->graph, &a->composite, a->exploration.arg);
    if (is_safe)
        analysis_prove(a, context, NULL, result);
    else
        analysis_delete(a);
}

static void run_values(const engine_context_t *context, const engine_budget_t *budget,
                       result_t *result) {
    run_domain(context, budget, result, (domain_t){.values = true});
}

static void run_predicates(const engine_context_t *context, const engine_budget_t *budget,
                           result_t *result) {
    run_domain(context, budget, result, (domain_t){.predicates = true});
}

static void run_both(const engine_context_t *context, const engine_budget_t *budget,
                     result_t *result) {
    run_domain(context, budget, result, (domain_t){.predicates = true, .values = true});
}

/* What the tables of docs/benchmarks.md compare. */
#define REDUCTIONS_OF_ENGINE                                                                       \
    {"none", "--por none"}, {"local", "--por local"}, {"spor", "--por spor"},                      \
        {"aaspor", "--por aaspor"}
#define CONES_OF_ENGINE                                                                            \
    {"coi-static", "--por aaspor --coi static"}, {"coi-dynamic", "--por aaspor --coi dynamic"},    \
        {"coi-both", "--por aaspor --coi both"}

const engine_class_t value_engine = {
    .name = "value",
    .help = "explicit values; unknown ones as terms where a path needs it",
    .refutes = 1 << VIOLATION_STEP | 1 << VIOLATION_STUCK | 1 << VIOLATION_RACE,
    .proves = 1 << VIOLATION_STEP | 1 << VIOLATION_STUCK | 1 << VIOLATION_RACE,
    .run = run_values,
    .configurations =
        (const engine_configuration_t[]){
            REDUCTIONS_OF_ENGINE,
            CONES_OF_ENGINE,
            {"lazy-local", "--por local --value-precision lazy"},
            {"lazy-aaspor", "--por aaspor --value-precision lazy"},
            {"lazy-dfs", "--por spor --value-precision lazy --waitlist dfs --coi dynamic"},
            {"lazy-both", "--por aaspor --value-precision lazy --coi both"},
            {"symbolic", "--symbolic first"},
            {0},
        },
};

const engine_class_t predicate_engine = {
    .name = "predicate",
    .help = "predicate abstraction with interpolants",
    .refutes = 1 << VIOLATION_STEP | 1 << VIOLATION_RACE,
    .proves = 1 << VIOLATION_STEP | 1 << VIOLATION_RACE,
    .run = run_predicates,
    .configurations =
        (const engine_configuration_t[]){
            REDUCTIONS_OF_ENGINE,
            CONES_OF_ENGINE,
            {"loops", "--por aaspor --block loops"},
            {"cartesian", "--por none --abstraction cartesian"},
            {"backward", "--block loops --block-size 3 --interpolants backward"},
            {"candidates", "--block loops --candidates on"},
            {"z3", "--solver z3"},
            {0},
        },
};

const engine_class_t predicate_value_engine = {
    .name = "predicate+value",
    .help = "explicit values, and predicates where they do not suffice",
    .refutes = 1 << VIOLATION_STEP | 1 << VIOLATION_RACE,
    .proves = 1 << VIOLATION_STEP | 1 << VIOLATION_RACE,
    .run = run_both,
    .configurations =
        (const engine_configuration_t[]){
            REDUCTIONS_OF_ENGINE,
            {"coi-both", "--por aaspor --coi both"},
            {"every", "--por local --block every --block-size 3"},
            {"lazy-cone", "--por spor --value-precision lazy --coi dynamic"},
            {"lazy-aaspor", "--por aaspor --value-precision lazy"},
            {"functions", "--por spor --block functions --waitlist bfs"},
            {"z3", "--solver z3"},
            {0},
        },
};
