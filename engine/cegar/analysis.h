#ifndef ENGINE_CEGAR_ANALYSIS_H
#define ENGINE_CEGAR_ANALYSIS_H

#include "cpa/explore/algorithm.h"
#include "cpa/predicate/predicate.h"
#include "cpa/value/value.h"
#include "engine/core/engine.h"

/* A composition of CPAs made from the options, with the solver it uses. It does not change
 * while it is explored. */
typedef struct analysis {
    composite_t composite;
    exploration_t exploration; /* of it; the rank is that of its waitlist */
    rank_t *rank;
    wait_order_t order;
    solver_t *solver;
    blocks_t *own_blocks; /* path formulas of a composition without predicates */
    predicate_precision_t *precision;     /* of predicates; NULL: they take no part */
    predicate_precision_t *own_precision; /* NULL: the context's knowledge has it */
    /* NULL: not part of it. The value analysis is always there; where unknown values are
     * terms, symbolic stands in its place in the composite. */
    cpa_t *predicate, *value, *symbolic, *loop_bound;
    symmetry_t *symmetry; /* NULL: threads can be told apart, or it is of no use here */
} analysis_t;

/* Which CPAs; threading is always there. */
typedef struct analysis_parts {
    bool predicate, loop_bound;
    bool symbolic, cases; /* unknown values are terms; ... and few of them are told apart */
    predicate_options_t predicate_options;
    value_options_t value_options;
    uint32_t bound;
    /* States are neither refined nor removed: values are all there is, and all are tracked. */
    bool is_final;
    bool forgets; /* there are objects that are not tracked (cpa/reduce/focus.h) */
    bool static_cone, dynamic_cone;
    property_mask_t asked;
} analysis_parts_t;

/* NULL and *why: no solver. */
analysis_t *analysis_new(const engine_context_t *context, const analysis_parts_t *parts,
                         const char **why);
void analysis_delete(analysis_t *analysis);
/* Path formulas: the predicate CPA's, or own ones. */
blocks_t *analysis_blocks(analysis_t *analysis);
/* The place of a CPA in the composite. */
size_t analysis_part(const analysis_t *analysis, const cpa_t *cpa);

/* What was asked is true, and the finished graph is the proof; the result owns the analysis
 * then. only: see arg_proof_new. */
void analysis_prove(analysis_t *analysis, const engine_context_t *context, const cpa_t *only,
                    result_t *result);

#endif
