#ifndef ENGINE_CANDIDATES_CANDIDATES_H
#define ENGINE_CANDIDATES_CANDIDATES_H

#include "cpa/predicate/precision.h"
#include "engine/core/engine.h"

/* Candidate invariants (docs/candidates.md): what all states had in common that runs at random
 * met at a loop head, in the end as predicates of that place. A candidate that is not invariant
 * costs time and nothing else: an abstraction says of each predicate what holds. */
void candidates_add(predicate_precision_t *precision, const engine_context_t *context);

#endif
