#ifndef TESTS_UNIT_EXPLORE_RUN_H
#define TESTS_UNIT_EXPLORE_RUN_H

#include "cfa/passes.h"
#include "engine/cegar/analysis.h"
#include "refine/path.h"
#include "tests/unit/witness_build.h"

/* One exploration with the CPAs of choice, stopped at the first error if asked
 * to: for tests of what lies between a CPA and an engine. */
typedef struct explore {
    engine_context_t context;
    options_t options;
    limits_t limits;
    stats_t stats;
    analysis_t *a;
    exploration_t *x;
    arg_node_t *target;
} explore_t;

__attribute__((unused)) static bool explore_is_error(void *context, const arg_node_t *node) {
    (void)context;
    return configuration_is_error(node->configuration);
}

__attribute__((unused)) static bool explore_never(void *context, const arg_node_t *node) {
    (void)context;
    (void)node;
    return false;
}

__attribute__((unused)) static void explore_init(explore_t *e, const program_t *p,
                                                 const analysis_parts_t *parts) {
    const char *why = NULL;
    limits_init(&e->limits, 60, 0);
    e->options.max_threads = 8;
    e->options.max_depth = 20;
    e->context = (engine_context_t){.program = p,
                                    .properties = build_properties(),
                                    .options = &e->options,
                                    .terms = terms_new(),
                                    .limits = &e->limits,
                                    .stats = &e->stats};
    analysis_parts_t all = *parts;
    all.asked = property_set_all(build_properties());
    e->a = analysis_new(&e->context, &all, &why);
    REQUIRE(e->a);
    e->x = &e->a->exploration;
    e->x->abort = explore_is_error;
}

__attribute__((unused)) static explored_t explore_go(explore_t *e) {
    return cpa_algorithm(e->x, &e->target);
}

__attribute__((unused)) static void explore_free(explore_t *e) {
    analysis_delete(e->a);
    terms_delete(e->context.terms);
}

#endif
