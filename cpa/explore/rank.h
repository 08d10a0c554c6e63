#ifndef CPA_EXPLORE_RANK_H
#define CPA_EXPLORE_RANK_H

#include "cfa/configuration.h"

/* A number for every configuration that grows with every step, but for steps
 * back to a loop head: how far the threads have come, in longest paths. States
 * explored in this order have all their predecessors within a block behind
 * them, so that merged states are complete before their successors are made. */
typedef struct rank rank_t;

rank_t *rank_new(const program_t *program);
void rank_delete(rank_t *rank);
uint64_t rank_of(const rank_t *rank, const configuration_t *c);

#endif
