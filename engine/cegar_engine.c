#include "cpa/arg_dot.h"
#include "engine/analysis.h"
#include "refine/cegar.h"

#include <stdio.h>

/* CEGAR over threading with predicates, values, or both. The value analysis is
 * always in the composition: without being asked for it tracks the control
 * variables alone (cpa/control.h) and is never refined. */

static blk_t block_operator(const options_t *options) {
    switch (options->block) {
    case BLOCK_FUNCTIONS: return PREDICATE_FUNCTIONS;
    case BLOCK_EVERY: return PREDICATE_EVERY;
    case BLOCK_NEVER: return PREDICATE_NEVER;
    default: return PREDICATE_LOOPS;
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
                .combination = options->abstraction == ABSTRACTION_CARTESIAN ? PREDICATE_CARTESIAN
                                                                             : PREDICATE_BOOLEAN,
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
 * worth more, unless predicates can be turned to. */
enum { PATIENCE_LAZY = 20000, PATIENCE_FULL = 1000000, PATIENCE_FULL_PREDICATE = 100000 };

static void choose_phases(cegar_t *cegar, const options_t *options, bool predicate, bool value) {
    const cegar_phase_t all = {.track_all = true,
                               .patience = predicate ? PATIENCE_FULL_PREDICATE : PATIENCE_FULL};
    const cegar_phase_t asked = {.refine_values = true, .patience = PATIENCE_LAZY};
    const cegar_phase_t control = {0};
    cegar_phase_t *phases = cegar->phases;
    size_t count = 0;
    if (value && options->value_precision == VALUE_PRECISION_LAZY) {
        phases[count++] = asked;
        phases[count++] = predicate ? control : all;
    } else if (value) {
        phases[count++] = all;
        if (options->value_precision == VALUE_PRECISION_AUTO) {
            phases[count++] = asked;
            if (predicate) phases[count++] = control;
        }
    } else {
        phases[count++] = control;
    }
    cegar->phase_count = count;
}

void engine_cegar(const engine_context_t *context, result_t *result, bool predicate, bool value) {
    const options_t *options = context->options;
    const char *why = "no solver";
    analysis_parts_t parts = parts_of(options, predicate);
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
        .terms = context->terms,
        .solver = a->solver,
        .interpolation = interpolation_default(a->solver->class),
        .blocks = analysis_blocks(a),
        .predicate = a->predicate,
        .value = a->value,
        .order = a->order,
        .rank = a->rank,
        .violated = "unreach-call",
    };
    choose_phases(&cegar, options, predicate, value);
    cegar_run(&cegar, result);
    a->arg = cegar.exploration.arg;
    a->waitlist = cegar.exploration.waitlist;
    if (options->dump == DUMP_ARG) arg_dot_print(stdout, &a->composite, a->arg);
    if (result->verdict == VERDICT_TRUE)
        analysis_prove(a, context, NULL, result);
    else
        analysis_delete(a);
}
