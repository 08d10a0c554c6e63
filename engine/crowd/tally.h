#ifndef ENGINE_CROWD_TALLY_H
#define ENGINE_CROWD_TALLY_H

#include "cfa/passage.h"
#include "engine/crowd/orders.h"

/* Steps that are worth counting in proofs for any number of threads (docs/crowd.md):
 * stores of a number plus one, by threads that make them once at most. */
typedef struct tallies {
    VEC(const edge_t *) edges;
    VEC(passage_t *) passages; /* of each edge */
} tallies_t;

void tallies_find(tallies_t *tallies, const program_t *program);
void tallies_free(tallies_t *tallies);
/* How the numbers of the tallies compare where these threads are. */
const orders_t *tallies_compare(const tallies_t *tallies, orders_domain_t *domain,
                                const thread_t *const *threads, size_t count);

#endif
