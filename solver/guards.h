#ifndef SOLVER_GUARDS_H
#define SOLVER_GUARDS_H

#include "solver/interpolate_ways.h"

/* What the comparisons in a sequence of parts suggest to say between them: each,
 * with and without equality and negated, about the variables as they are there,
 * and that what they compare is not negative. A variable is known by the tag of
 * its symbols; where it has two symbols at once nothing is said about it. */
typedef struct guards {
    terms_t *terms;
    occurrences_t where;
    term_vec_t symbols;   /* of all parts */
    term_vec_t literals;  /* over symbols without place */
    map64_t seen;         /* id of a literal -> 1 */
} guards_t;

void guards_init(guards_t *guards, terms_t *terms, const term_t *const *parts, size_t count);
/* The comparisons in the parts; what interpolants speak of, and equality of what
 * they compare. */
void guards_add_parts(guards_t *guards, const term_t *const *parts, size_t count);
void guards_add_interpolants(guards_t *guards, const term_t *const *itps, size_t count);
void guards_free(guards_t *guards);
/* Those that can be said between part cut and the next are added to out. */
void guards_at(const guards_t *guards, size_t cut, term_vec_t *out);
/* Keeps of the literals those that state implies; none if a solver gives up. */
void guards_keep_implied(solver_t *solver, const term_t *state, term_vec_t *literals);

#endif
