#ifndef WITNESS_BOOLEAN_COVERING_H
#define WITNESS_BOOLEAN_COVERING_H

#include "solver/solver.h"

/* For all choices of one list of values under its guard, are there choices of another, under its
 * guard, that give the same values? */

/* Symbols of this index are the check's own; those of proofs have another one. */
enum { COVERING_OWN = 8 };

typedef struct covering {
    terms_t *terms;
    solver_t *solver;
    uint64_t next_symbol; /* COVERING_OWN */
} covering_t;

const term_t *covering_fresh(covering_t *c);
/* ... if each of these symbols, choices of the old state, is the term beside it. */
bool covering_by_names(covering_t *c, const term_t *const *old, const term_t *old_guard,
                       const term_t *const *new_values, const term_t *new_guard, size_t count,
                       const term_t *const *symbols, const term_t *const *by, size_t named);
/* false: it is not so, or it is not known. Values that are NULL in old do not count. */
bool covering_holds(covering_t *c, const term_t *const *old, const term_t *old_guard,
                    const term_t *const *new_values, const term_t *new_guard, size_t count);

#endif
