#ifndef ENGINE_CEGAR_ANALYSIS_H
#define ENGINE_CEGAR_ANALYSIS_H

#include "cpa/explore/algorithm.h"
#include "cpa/predicate/predicate.h"
#include "cpa/value/value.h"
#include "engine/core/engine.h"
#include "solver/solver.h"

/* A composition of CPAs made from the options, with the solver it uses. */
typedef struct analysis {
    composite_t composite;
    arg_t *arg;
    waitlist_t *waitlist;
    rank_t *rank;
    size_t cpa_count; /* the composite may leave out the last ones for a while */
    solver_t *solver;
    blocks_t *own_blocks; /* path formulas of a composition without predicates */
    cpa_t *predicate, *value, *loop_bound; /* NULL: not part of it */
    cpa_t *symbolic; /* may stand in the place of value; NULL: never */
    symmetry_t *symmetry; /* NULL: threads can be told apart, or the option is off */
    bool has_representatives; /* the ARG was made with it */
} analysis_t;

/* Which data CPAs; threading is always there. */
typedef struct analysis_parts {
    bool predicate, value, loop_bound;
    predicate_options_t predicate_options;
    value_options_t value_options;
    uint32_t bound;
    uint32_t max_threads; /* 0: what the options say */
    bool forgets; /* there are objects that are not tracked (cpa/reduce/focus.h) */
    bool static_cone, dynamic_cone;
} analysis_parts_t;

/* NULL and *why: no solver. */
analysis_t *analysis_new(const engine_context_t *context, const analysis_parts_t *parts,
                         const char **why);
void analysis_delete(analysis_t *analysis);
/* The solver of interpolants; not necessarily that of the checks. */
const solver_class_t *analysis_interpolation_class(const options_t *options);
wait_order_t analysis_wait_order(const options_t *options, bool merges);
/* Path formulas: the predicate CPA's, or own ones. */
blocks_t *analysis_blocks(analysis_t *analysis);

/* Engines. */
void engine_cegar(const engine_context_t *context, result_t *result, bool predicate, bool value);
void engine_bmc(const engine_context_t *context, result_t *result);

/* Fills in the proof of a finished analysis; the result owns the analysis then.
 * only: see arg_proof_new. */
void analysis_prove(analysis_t *analysis, const engine_context_t *context, const cpa_t *only,
                    result_t *result);

#endif
