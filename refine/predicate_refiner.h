#ifndef REFINE_PREDICATE_REFINER_H
#define REFINE_PREDICATE_REFINER_H

#include "refine/path.h"
#include "refine/sequence.h"

/* Predicate refinement (Kolesnykov 2020, section 3.2): interpolants of an infeasible
 * sequence of blocks, split into atoms, are added to the precision of every
 * location of the abstraction state they belong to. */

typedef struct predicate_refinement {
    solver_answer_t answer; /* UNSAT: refined; SAT: the blocks are feasible together */
    const abstraction_t *pivot; /* UNSAT: the first state to compute anew; NULL: nothing new */
    bool counts;                /* UNSAT: the interpolants count the rounds of a loop */
    const char *why;            /* UNKNOWN */
} predicate_refinement_t;

typedef struct predicate_refiner {
    cpa_t *predicate;
    terms_t *terms;
    solver_t *solver; /* for prefixes */
    const interpolation_t *interpolation;
    refine_part_t part;
} predicate_refiner_t;

predicate_refinement_t predicate_refine(const predicate_refiner_t *refiner,
                                        const block_path_t *path);

#endif
