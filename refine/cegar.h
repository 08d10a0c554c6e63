#ifndef REFINE_CEGAR_H
#define REFINE_CEGAR_H

#include "cpa/explore/algorithm.h"
#include "cpa/predicate/block.h"
#include "refine/predicate_refiner.h"
#include "solver/interpolate.h"

/* Counterexample-guided abstraction refinement (Kolesnykov 2020, Listing 2.4). */

/* How the value analysis is used: tracking everything, or what refinements ask
 * for, or (neither) control variables alone; and whether predicates take part. */
typedef struct cegar_phase {
    bool track_all, refine_values, predicates;
    bool symbolic; /* unknown values are terms (cpa/symbolic/symbolic.h); everything is tracked */
    /* ... and values that are one of few become cases. Passed over if symbolic states
     * before lost nothing by having none. */
    bool cases;
    /* Loops do not end blocks, so the paths to an error are one formula. Ends when
     * these become hard to solve. */
    bool one_block;
    wait_order_t order;
    /* States without a refinement after which a later phase begins; not used in
     * the last one. */
    size_t patience;
    /* How many phases on that is; if a path could not be decided, the very next
     * phase begins, provided that it brings terms, cases or predicates. */
    size_t after_patience;
} cegar_phase_t;
enum { CEGAR_MAX_PHASES = 6 };

typedef struct cegar {
    exploration_t exploration;
    terms_t *terms;
    solver_t *solver;
    interpolation_t interpolation;
    refine_part_t refined_part;
    blocks_t *blocks; /* for path formulas; the predicate analysis' own, if any */
    /* NULL: there is none. The last in the composite, which counts it only in the
     * phases that use it. */
    cpa_t *predicate;
    cpa_t *value;
    cpa_t *symbolic; /* stands in the place of value in phases that say so; NULL: none does */
    symmetry_t *symmetry; /* used while nothing is refined; NULL: never */
    const rank_t *rank;
    /* What is tried one after the other; the last one to the end. */
    cegar_phase_t phases[CEGAR_MAX_PHASES];
    size_t phase_count;
    const cegar_phase_t *phase; /* the one at work */
    size_t focus_growths;
    bool joins_steps;  /* straight runs are one step while nothing is refined */
    bool per_location; /* value precision: where the path needed it, else everywhere */
    /* The patience of the only phase ends the run, as does a path that it cannot decide. */
    bool is_brief;
    bool always_restarts; /* after a refinement; else only what it concerns is made anew */
    const char *violated;
    bool finds_deadlocks; /* a deadlock is what must not be reached; values only */
} cegar_t;

/* Runs to a verdict. The proof of a TRUE refers to the ARG, which must live as
 * long as the result is used. */
void cegar_run(cegar_t *cegar, result_t *result);

/* The proof that a finished ARG is: its states that are not covered. With only
 * set, what this one CPA says of every state; else what all say of the states
 * that stand at the end of a block. */
typedef struct arg_proof arg_proof_t;
arg_proof_t *arg_proof_new(composite_t *composite, arg_t *arg, const cpa_t *only);
/* The states are representatives. */
void arg_proof_use_symmetry(arg_proof_t *proof, symmetry_t *symmetry);
void arg_proof_delete(arg_proof_t *proof);
void arg_proof_fill(arg_proof_t *proof, proof_t *out);

#endif
