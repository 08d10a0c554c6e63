#ifndef SOLVER_INTERPOLATE_H
#define SOLVER_INTERPOLATE_H

#include "solver/solver.h"

/* Sequence interpolants: for parts P0 .. Pn-1 that are unsatisfiable together,
 * terms I1 .. In-1 with P0 => I1, Ii and Pi => Ii+1, In-1 and Pn-1 => false,
 * each Ii over symbols that occur both before and after it.
 *
 * Ways, tried in the order given until one yields a sequence that passes the
 * check by a solver: the native procedure of a solver, in a child process with
 * a time limit (a library may take its process down); strongest postconditions
 * forwards or weakest preconditions backwards over the parts in an unsat core,
 * with symbols that do not occur later eliminated (equalities substituted,
 * else existential projection fails and that way is given up); what interpolants
 * over the integers speak of; Spacer on HORN clauses. */
#define INTERPOLATION_WAYS(X)                                                                      \
    X(NATIVE, "native")                                                                            \
    X(FORWARD, "forward")                                                                          \
    X(BACKWARD, "backward")                                                                        \
    X(LINEAR, "linear")                                                                            \
    X(SPACER, "spacer")
typedef enum {
#define WAY_ENUM(name, text) INTERPOLATE_##name,
    INTERPOLATION_WAYS(WAY_ENUM)
#undef WAY_ENUM
        INTERPOLATION_WAY_COUNT
} interpolation_way_t;

typedef struct interpolation {
    const solver_class_t *class; /* preferred solver; checks and cores come from it too */
    unsigned milliseconds;       /* limit for each way */
    interpolation_way_t ways[INTERPOLATION_WAY_COUNT];
    size_t way_count;
    size_t compared; /* of so many first ways the simplest sequence is taken; 0: of one */
    size_t compared_if_counting; /* ... if what was found counts rounds of loops */
    unsigned comparison_milliseconds; /* ... limit for each way then; 0: as for all */
} interpolation_t;

/* All ways in their default order. */
interpolation_t interpolation_default(const solver_class_t *class);
/* ... but this one first, if the class has it. */
interpolation_t interpolation_preferring(const solver_class_t *class, interpolation_way_t first);
/* ... and those of the solver, forwards, backwards and by integers compared. */
interpolation_t interpolation_comparing(const solver_class_t *class);
/* Forwards; where that counts rounds of loops, integers and backwards are compared
 * with it. */
interpolation_t interpolation_not_counting(const solver_class_t *class);
/* Do its atoms say the same with several different numbers? */
bool interpolants_count(terms_t *terms, const term_t *const *itps, size_t count);
/* How much there is to a sequence: the sizes of its different atoms. Those that
 * differ in the indices of symbols only are one, since as predicates of a program
 * they are: a sequence that says the same again and again is simple. */
size_t interpolants_complexity(terms_t *terms, const term_t *const *itps, size_t count);
/* UNSAT: out[0 .. count-2] is a checked sequence, *way says how it was found
 * (way may be NULL). SAT: the parts are satisfiable together. UNKNOWN: no way
 * worked, *why says what failed. */
solver_answer_t interpolate(const interpolation_t *how, terms_t *terms, const term_t *const *parts,
                            size_t count, const term_t **out, interpolation_way_t *way,
                            const char **why);
/* Is it a sequence of interpolants? Solved with a fresh solver of the class. */
bool interpolants_are_valid(const solver_class_t *class, terms_t *terms, const term_t *const *parts,
                            size_t count, const term_t *const *itps);

#endif
