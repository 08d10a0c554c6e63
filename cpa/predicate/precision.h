#ifndef CPA_PREDICATE_PRECISION_H
#define CPA_PREDICATE_PRECISION_H

#include "cfa/program.h"
#include "solver/term.h"

/* The precision of the predicate analysis: which predicates count where. It outlives an
 * analysis, so that what one found serves the next. */

/* How far a predicate found for a location counts: there, in the whole function,
 * or everywhere. */
typedef enum { PREDICATE_AT_LOCATION, PREDICATE_IN_FUNCTION, PREDICATE_GLOBAL } predicate_scope_t;

typedef VEC(const term_t *) predicates_t;

typedef struct predicate_precision predicate_precision_t;
predicate_precision_t *predicate_precision_new(const program_t *program, predicate_scope_t scope);
void predicate_precision_delete(predicate_precision_t *precision);

/* The predicate counts at node and as far as the scope says, or everywhere (node NULL). true:
 * new there. A predicate and its negation are one. */
bool predicate_precision_add(predicate_precision_t *precision, const node_t *node,
                             const term_t *predicate);
/* Those that count at node, beside those that count everywhere (node NULL). */
const predicates_t *predicate_precision_at(const predicate_precision_t *precision,
                                           const node_t *node);
/* Candidates for facts where everybody stands at these places (configuration_places): an
 * abstraction says those that follow, and tells no cases apart. What did not follow once is
 * no invariant and may be taken out of the set. */
bool predicate_precision_add_for(predicate_precision_t *precision, uint64_t places,
                                 const term_t *fact);
/* NULL: none. */
predicates_t *predicate_precision_for(predicate_precision_t *precision, uint64_t places);
bool predicate_precision_has_places(const predicate_precision_t *precision);
size_t predicate_precision_count(const predicate_precision_t *precision);

/* Takes back what was added since the mark, which was set last. */
void predicate_precision_mark(predicate_precision_t *precision);
void predicate_precision_take_back(predicate_precision_t *precision);

#endif
