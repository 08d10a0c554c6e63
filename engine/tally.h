#ifndef ENGINE_TALLY_H
#define ENGINE_TALLY_H

#include "cfa/program.h"

/* Steps that are worth counting in proofs for any number of threads (docs/crowd.md):
 * stores of a number plus one, by threads that make them once at most. */
typedef struct tallies {
    VEC(const edge_t *) edges;
    VEC(bool *) before; /* of each, by node: can the edge be reached from there? */
} tallies_t;

void tallies_find(tallies_t *tallies, const program_t *program);
void tallies_free(tallies_t *tallies);
/* Does a thread that stands there, in its first frame, have the edge before it? */
bool tallies_is_before(const tallies_t *tallies, const node_t *node, const edge_t *edge);

#endif
