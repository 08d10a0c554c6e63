#include "cpa/explore/arg_dot.h"
#include "engine/cegar/analysis.h"
#include "engine/core/extras.h"
#include "refine/cegar.h"

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

static predicate_scope_t predicate_scope(const options_t *options) {
    switch (options->predicate_scope) {
    case SCOPE_FUNCTION: return PREDICATE_IN_FUNCTION;
    case SCOPE_GLOBAL: return PREDICATE_GLOBAL;
    default: return PREDICATE_AT_LOCATION;
    }
}

static interpolation_t interpolation(const options_t *options) {
    const solver_class_t *class = analysis_interpolation_class(options);
    switch (options->interpolants) {
    case INTERPOLANTS_NATIVE: return interpolation_preferring(class, INTERPOLATE_NATIVE);
    case INTERPOLANTS_BACKWARD: return interpolation_preferring(class, INTERPOLATE_BACKWARD);
    case INTERPOLANTS_LINEAR: return interpolation_preferring(class, INTERPOLATE_LINEAR);
    case INTERPOLANTS_SHORTEST: return interpolation_comparing(class);
    case INTERPOLANTS_FORWARD: return interpolation_preferring(class, INTERPOLATE_FORWARD);
    default: return interpolation_not_counting(class);
    }
}

static refine_part_t refined_part(const options_t *options) {
    switch (options->prefix) {
    case PREFIX_SHORTEST: return REFINE_PREFIX;
    case PREFIX_WHOLE: return REFINE_WHOLE;
    default: return REFINE_SIMPLEST;
    }
}

static analysis_parts_t parts_of(const options_t *options, bool predicate) {
    return (analysis_parts_t){
        .predicate = predicate,
        .value = true,
        .predicate_options =
            {
                .block = block_operator(options),
                .block_size = options->block_size,
                .combination = combination(options),
                .scope = predicate_scope(options),
            },
        .value_options =
            {
                .split_bools = !predicate,
            },
        .forgets = options->por == REDUCTION_AASPOR || options->coi != CONE_NONE,
        .static_cone = options->coi == CONE_STATIC || options->coi == CONE_BOTH,
        .dynamic_cone = options->coi == CONE_DYNAMIC || options->coi == CONE_BOTH,
    };
}

/* States without a refinement after which something else is tried: lazily
 * tracked values that grow without end show it soon; exhausting all values is
 * worth more, and is far cheaper without predicates. */
enum {
    PATIENCE_GLANCE = 100000,
    PATIENCE_LAZY = 20000,
    PATIENCE_FULL = 1000000,
    PATIENCE_FULL_BEFORE_PREDICATES = 1000000,
    PATIENCE_FULL_PREDICATE = 100000,
    PATIENCE_SYMBOLIC = 2000000,
    PATIENCE_SYMBOLIC_BEFORE_PREDICATES = 500000,
};

static void add_phase(cegar_t *cegar, const options_t *options, cegar_phase_t phase) {
    if (!phase.after_patience) phase.after_patience = 1;
    phase.order = analysis_wait_order(options, phase.predicates);
    cegar->phases[cegar->phase_count++] = phase;
}

/* Values are tried alone first: where they suffice, terms and predicates cost time
 * only. If they cannot exclude a path, terms for unknown values help out, and then
 * predicates. If there are too many, they are tracked lazily, next to predicates. */
static void choose_phases(cegar_t *cegar, const options_t *options, bool predicate, bool value) {
    bool full = value && options->value_precision != VALUE_PRECISION_LAZY;
    bool lazy = value && options->value_precision != VALUE_PRECISION_FULL;
    cegar_phase_t asked = {
        .refine_values = true, .predicates = predicate, .patience = PATIENCE_LAZY};
    cegar_phase_t all = {.track_all = true,
                         .predicates = predicate,
                         .patience = predicate ? PATIENCE_FULL_PREDICATE : PATIENCE_FULL};
    cegar_phase_t symbolic = {.track_all = true,
                              .symbolic = true,
                              .patience = predicate ? PATIENCE_SYMBOLIC_BEFORE_PREDICATES
                                                    : PATIENCE_SYMBOLIC,
                              .after_patience = predicate && lazy ? 3 : 2};
    cegar_phase_t cases = symbolic;
    cases.cases = true;
    cases.after_patience--;
    bool has_symbolic = full && options->symbolic != SYMBOLIC_NEVER;
    bool begins_symbolic = has_symbolic && options->symbolic == SYMBOLIC_FIRST;
    cegar_phase_t alone = {.track_all = true,
                           .patience = PATIENCE_FULL_BEFORE_PREDICATES,
                           .after_patience = 1 + (lazy ? 1 : 0) + (has_symbolic ? 2 : 0)};
    if (!predicate) {
        all.patience = lazy ? PATIENCE_FULL : 0;
        all.after_patience = has_symbolic ? 3 : 1;
    }
    if (full && !begins_symbolic) add_phase(cegar, options, predicate ? alone : all);
    if (has_symbolic) add_phase(cegar, options, symbolic);
    if (has_symbolic) add_phase(cegar, options, cases);
    if (full && predicate) add_phase(cegar, options, all);
    if (lazy) add_phase(cegar, options, asked);
    if (lazy && !predicate && !full) add_phase(cegar, options, all);
    if (predicate && !value && options->block == BLOCK_AUTO)
        add_phase(cegar, options, (cegar_phase_t){.predicates = true, .one_block = true});
    if (predicate && (lazy || !value))
        add_phase(cegar, options, (cegar_phase_t){.predicates = true});
}

/* With more threads, there are many states or large ones. */
enum { GLANCE_THREADS = 8 };

static void run(const engine_context_t *context, result_t *result, bool predicate, bool value,
                bool is_brief) {
    const options_t *options = context->options;
    const char *why = "no solver";
    analysis_parts_t parts = parts_of(options, predicate);
    if (is_brief && options->max_threads > GLANCE_THREADS) parts.max_threads = GLANCE_THREADS;
    analysis_t *a = analysis_new(context, &parts, &why);
    if (!a) {
        result_set_unknown(result, "%s", why);
        return;
    }
    cegar_t cegar = {
        .exploration =
            {
                .composite = &a->composite,
                .arg = a->arg,
                .waitlist = a->waitlist,
                .limits = context->limits,
                .stats = context->stats,
            },
        .joins_steps = options->dump != DUMP_ARG, /* which shows all states */
        .terms = context->terms,
        .solver = a->solver,
        .interpolation = interpolation(options),
        .refined_part = refined_part(options),
        .blocks = analysis_blocks(a),
        .predicate = a->predicate,
        .value = a->value,
        .symbolic = a->symbolic,
        .symmetry = a->symmetry,
        .rank = a->rank,
        .is_brief = is_brief,
        .always_restarts = options->refinement == REFINEMENT_RESTART,
        .violated = "unreach-call",
    };
    if (context->property->kind == PROPERTY_DEADLOCK) {
        cegar.violated = "no-deadlock";
        cegar.finds_deadlocks = true;
    }
    if (is_brief)
        add_phase(&cegar, options, (cegar_phase_t){.track_all = true, .patience = PATIENCE_GLANCE});
    else
        choose_phases(&cegar, options, predicate, value);
    cegar_run(&cegar, result);
    a->arg = cegar.exploration.arg;
    a->waitlist = cegar.exploration.waitlist;
    a->has_representatives = cegar.exploration.symmetry != NULL;
    if (options->dump == DUMP_ARG) arg_dot_print(stdout, &a->composite, a->arg);
    if (result->verdict == VERDICT_TRUE)
        analysis_prove(a, context, NULL, result);
    else
        analysis_delete(a);
}

void engine_cegar(const engine_context_t *context, result_t *result, bool predicate, bool value) {
    run(context, result, predicate, value, false);
}

bool engine_glance(const engine_context_t *context, result_t *result) {
    run(context, result, false, true, true);
    return result->verdict != VERDICT_UNKNOWN;
}
