#include "engine/impact/impact_engine.h"

#include "cpa/reduce/cone.h"
#include "cpa/value/value.h"
#include "refine/impact/proof.h"

/* Lazy abstraction with interpolants over threading. The value analysis tracks the control
 * variables alone (cpa/core/control.h) unless values are asked for. */

/* Everything that a run is made of; the result owns it while it holds a proof. */
typedef struct {
    impact_t x;
    composite_t composite;
    impact_proof_t *proof;
    solver_t *solver;
    rank_t *rank;
} run_t;

static void run_delete(run_t *run) {
    impact_proof_delete(run->proof);
    blocks_delete(run->x.blocks);
    impact_free(&run->x);
    composite_delete(&run->composite);
    rank_delete(run->rank);
    solver_delete(run->solver);
    mem_free(run);
}

static void release(void *owner) {
    run_delete(owner);
}

static refine_part_t refine_part_of(const options_t *options) {
    switch (options->prefix) {
    case PREFIX_SHORTEST: return REFINE_PREFIX;
    case PREFIX_WHOLE: return REFINE_WHOLE;
    default: return REFINE_SIMPLEST;
    }
}

static por_kind_t reduction(const options_t *options) {
    switch (options->por) {
    case REDUCTION_NONE: return POR_NONE;
    case REDUCTION_LOCAL: return POR_LOCAL;
    case REDUCTION_AASPOR: return POR_AASPOR;
    case REDUCTION_MONO: return options->large_steps == LARGE_STEPS_ON ? POR_LOCAL : POR_NONE;
    default: return POR_SPOR;
    }
}

static work_order_t work_order(const options_t *options) {
    switch (options->waitlist) {
    case WAITLIST_BFS: return WORK_BREADTH_FIRST;
    case WAITLIST_RANK: return WORK_BY_RANK;
    default: return WORK_DEPTH_FIRST;
    }
}

/* What conditions read is likely to be needed, and each object that comes into focus costs a
 * tree. */
static focus_t *new_focus(const program_t *program) {
    cone_t *cone = cone_new(program);
    focus_t *focus = focus_new(program, true);
    for (size_t i = 0; i < program->objects.len; i++)
        if (cone_decides(cone, program->objects.data[i]))
            focus_set_decides(focus, program->objects.data[i]);
    cone_delete(cone);
    focus_clear_most(focus);
    return focus;
}

static void make_composite(run_t *run, const engine_context_t *context, property_mask_t asked) {
    const options_t *options = context->options;
    const program_t *program = context->program;
    run->composite.program = program;
    run->composite.threading = threading_new(program, options->max_threads, options->max_depth);
    if (reduction(options) != POR_NONE)
        run->composite.por =
            por_new(program, reduction(options), property_set_visible(context->properties, asked));
    value_options_t values = {.track_all = options->label_values == LABEL_VALUES_ALL};
    /* Where everything is tracked nothing is forgotten. */
    if (options->por == REDUCTION_AASPOR && !values.track_all) {
        run->composite.focus = values.focus = new_focus(program);
        por_focus(run->composite.por, values.focus);
    }
    run->composite.cpas[run->composite.count++] = value_new(program, values);
}

static impact_options_t choices(const options_t *options) {
    return (impact_options_t){
        .order = work_order(options),
        .large_steps = options->large_steps == LARGE_STEPS_ON,
        .force_cover = options->force_cover == FORCE_COVER_ON,
        .keeps_all = options->label_values == LABEL_VALUES_ALL,
        .tracks_values = options->label_values == LABEL_VALUES_LAZY,
        .is_monotonic = options->por == REDUCTION_MONO,
        .is_conditional = options->por == REDUCTION_MONO,
    };
}

static run_t *run_new(const engine_context_t *context, const engine_budget_t *budget,
                      property_mask_t asked, const char **why) {
    const options_t *options = context->options;
    const solver_class_t *class = engine_solver(options, SOLVER_TO_SEARCH, NULL, why);
    solver_t *solver = class ? solver_new(class, context->terms, why) : NULL;
    if (!solver) return NULL;
    run_t *run = mem_zalloc(sizeof *run);
    run->solver = solver;
    run->rank = rank_new(context->program);
    make_composite(run, context, asked);
    run->x = (impact_t){
        .composite = &run->composite,
        .blocks = blocks_new(context->program, context->terms),
        .terms = context->terms,
        .solver = solver,
        .source = {context->terms, solver, NULL, refine_part_of(options)},
        .interpolation = engine_interpolation(options),
        .rank = run->rank,
        .limits = context->limits,
        .stats = context->stats,
        .visible = property_set_visible(context->properties, asked),
        .options = choices(options),
        .most_work = budget->work,
        .patience = budget->patience,
        .question_price = ENGINE_QUESTION_PRICE,
        .most_undecided = budget->undecided,
    };
    blocks_focus(run->x.blocks, run->composite.focus);
    return run;
}

static void prove(run_t *run, const engine_context_t *context, result_t *result) {
    proof_t proof = {.kind = run->x.options.is_monotonic ? PROOF_MONOTONIC : PROOF_STATES,
                     .solver = run->solver->class->name,
                     .owner = run,
                     .release = release};
    run->proof = impact_proof_new(&run->x);
    impact_proof_fill(run->proof, &proof.states);
    context->stats->kept_states = proof.states.count;
    result_set_true(result, &proof);
}

static void run_impact(const engine_context_t *context, const engine_budget_t *budget,
                       result_t *result) {
    const char *why = "no solver";
    run_t *run = run_new(context, budget, result->asked, &why);
    if (!run) {
        result_set_unknown(result, ENDED_USELESS, "%s", why);
        return;
    }
    bool is_safe = impact_run(&run->x, result);
    if (is_safe)
        prove(run, context, result);
    else
        run_delete(run);
}

const engine_class_t impact_engine = {
    .name = "impact",
    .help = "lazy abstraction with interpolants: a tree of paths, labelled and covered",
    .refutes = 1 << VIOLATION_STEP | 1 << VIOLATION_STUCK,
    .proves = 1 << VIOLATION_STEP | 1 << VIOLATION_STUCK,
    .run = run_impact,
    .configurations =
        (const engine_configuration_t[]){
            {"none", "--por none"},
            {"local", "--por local"},
            {"local-plain", "--por local --force-cover off"},
            {"aaspor", "--por aaspor --label-values control"},
            {"mono", "--por mono"},
            {"mono-plain", "--por mono --force-cover off"},
            {"values", "--label-values all"},
            {"lazy", "--label-values lazy"},
            {"labels", "--label-values control"},
            {"steps", "--large-steps off"},
            {"backward", "--interpolants backward"},
            {"z3", "--solver z3"},
            {0},
        },
};
