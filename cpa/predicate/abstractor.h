#ifndef CPA_PREDICATE_ABSTRACTOR_H
#define CPA_PREDICATE_ABSTRACTOR_H

#include "solver/solver.h"
#include "util/limits.h"

/* Predicate abstraction of a formula: what predicates say of the states that
 * it describes.
 *
 * The formula is taken apart into components that share no symbols. Each is
 * abstracted on its own, to those predicates whose values depend on it: the
 * result is the conjunction, and it is exact, because an assignment satisfies
 * the whole if and only if it satisfies every component. Components are few
 * and small where a block moved one thread among many, and they come again and
 * again in other blocks, so the results are kept per component. */

typedef enum {
    PREDICATE_BOOLEAN,   /* the strongest combination of the predicates */
    PREDICATE_CARTESIAN, /* each on its own: the strongest conjunction */
    PREDICATE_HYBRID,    /* the first, unless it has too many cases; then the second */
} combination_t;

typedef struct abstractor abstractor_t;
abstractor_t *abstractor_new(terms_t *terms, solver_t *solver, limits_t *limits,
                             combination_t combination);
void abstractor_delete(abstractor_t *a);

/* The abstraction of the premise to the predicates, where ends[i] is what
 * predicates[i] means over the symbols of the premise; NULL: the premise is
 * unsatisfiable. The predicates must be distinct.
 *
 * Where a solver gives up, or a limit is met, the result is weaker than it could be:
 * it describes more states, never fewer. So nobody has to ask whether that happened.
 * No state is lost to a proof, and an error that is kept for want of an answer is
 * examined by the refinement like every other. */
const term_t *abstractor_compute(abstractor_t *a, const term_t *premise,
                                 const term_t *const *predicates, const term_t *const *ends,
                                 size_t count);

/* Keeps those predicates that follow from the premise, where ends are as above, and says how
 * many there are. A model in which some of them fail excludes all these at once, as in Houdini
 * (Flanagan and Leino 2001). */
size_t abstractor_facts(abstractor_t *a, const term_t *premise, const term_t **predicates,
                        const term_t **ends, size_t count);

/* Does one abstraction imply the other? false also if that is not known. */
bool abstractor_implies(abstractor_t *a, const term_t *stronger, const term_t *weaker);

#endif
