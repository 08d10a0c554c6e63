#ifndef REFINE_CEGAR_H
#define REFINE_CEGAR_H

#include "cfa/result.h"
#include "refine/refiner.h"

/* Counterexample-guided abstraction refinement (Kolesnykov 2020, Listing 2.4): one composite,
 * explored and refined until no violation is left or one is feasible. */

enum { CEGAR_MAX_REFINERS = 2 };

typedef struct cegar {
    exploration_t *exploration;
    solver_t *solver; /* its limit is kept up to date */
    /* Asked one after the other, until one decides. */
    refiner_t *refiners[CEGAR_MAX_REFINERS];
    size_t refiner_count;
    /* After so many paths that no refiner could decide the run ends; 0: never, the
     * exploration goes on, since an error may be found elsewhere. */
    size_t most_undecided;
    /* For the statistics; NULL: none. */
    cpa_t *predicate, *value;
} cegar_t;

/* Runs to an answer FALSE, which is noted in the result, or to an end; the ending of the
 * result is ENDED_DECIDED in both cases if nothing is left open. true: no violation of what
 * was asked for can be reached, and the graph is the proof. */
bool cegar_run(cegar_t *cegar, result_t *result);

#endif
