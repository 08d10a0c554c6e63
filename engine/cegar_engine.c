#include "cpa/arg_dot.h"
#include "engine/analysis.h"
#include "refine/cegar.h"

#include <stdio.h>

/* CEGAR over threading with predicates, values, or both. The value analysis is
 * always in the composition: without being asked for it tracks the control
 * variables alone (cpa/control.h) and is never refined. */

static blk_t block_operator(const options_t *options) {
    switch (options->block) {
    case BLOCK_FUNCTIONS:
        return PREDICATE_FUNCTIONS;
    case BLOCK_EVERY:
        return PREDICATE_EVERY;
    case BLOCK_NEVER:
        return PREDICATE_NEVER;
    default:
        return PREDICATE_LOOPS;
    }
}

static analysis_parts_t parts_of(const options_t *options, bool predicate, bool value) {
    return (analysis_parts_t){
        .predicate = predicate,
        .value = true,
        .predicate_options =
            {
                .block = block_operator(options),
                .block_size = options->block_size,
                .combination = options->abstraction == ABSTRACTION_CARTESIAN
                                   ? PREDICATE_CARTESIAN
                                   : PREDICATE_BOOLEAN,
            },
        .value_options =
            {
                .track_all = value && options->value_precision == VALUE_PRECISION_FULL,
                .split_bools = !predicate,
            },
    };
}

void engine_cegar(const engine_context_t *context, result_t *result, bool predicate, bool value) {
    const options_t *options = context->options;
    const char *why = "no solver";
    analysis_parts_t parts = parts_of(options, predicate, value);
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
                .forget_covered = !predicate && parts.value_options.track_all,
            },
        .terms = context->terms,
        .solver = a->solver,
        .interpolation = interpolation_default(a->solver->class),
        .blocks = analysis_blocks(a),
        .predicate = a->predicate,
        .value = value ? a->value : NULL,
        .order = a->order,
        .rank = a->rank,
        .violated = "unreach-call",
    };
    cegar_run(&cegar, result);
    a->arg = cegar.exploration.arg;
    a->waitlist = cegar.exploration.waitlist;
    if (options->dump == DUMP_ARG) arg_dot_print(stdout, &a->composite, a->arg);
    if (result->verdict == VERDICT_TRUE)
        analysis_prove(a, context, NULL, result);
    else
        analysis_delete(a);
}
