#ifndef REFINE_PREDICATE_REFINER_H
#define REFINE_PREDICATE_REFINER_H

#include "refine/path.h"
#include "solver/interpolate.h"

/* Predicate refinement (Kolesnykov 2020, section 3.2): interpolants of an infeasible
 * sequence of blocks, split into atoms, are added to the precision of every
 * location of the abstraction state they belong to. */

typedef struct predicate_refinement {
    solver_answer_t answer; /* UNSAT: refined; SAT: the blocks are feasible together */
    const abstraction_t *pivot; /* UNSAT: the first state to compute anew; NULL: nothing new */
    const char *why;            /* UNKNOWN */
} predicate_refinement_t;

predicate_refinement_t predicate_refine(cpa_t *predicate, terms_t *terms,
                                        const interpolation_t *interpolation,
                                        const block_path_t *path);

#endif
