#ifndef WITNESS_CHECK_FRONTIER_H
#define WITNESS_CHECK_FRONTIER_H

#include "util/arena.h"
#include "util/hash.h"
#include "witness/semantics/semantics.h"

/* The states that the check of a proof has reached after the same number of
 * steps and that no kept state covers yet. States in one configuration are
 * joined into one, so that the many interleavings of independent steps do not
 * multiply; states whose values are all constants stand alone instead, because
 * looking them up costs less than the questions a joined one leads to.
 *
 * Constant states are also remembered for the whole check: whoever was put into
 * a frontier once is followed from there, so it counts like a kept state. */
typedef struct frontier_item {
    sem_state_t state;
    const term_t *feasible; /* the last condition that was found satisfiable */
} frontier_item_t;

typedef struct frontier {
    VEC(frontier_item_t) items; /* slots with the memory of their stores; the first used count */
    size_t used;
    map64_t by_configuration; /* pointer -> index, of those that are joined */
} frontier_t;

typedef struct frontier_seen {
    arena_t *arena;
    intern_t states;
} frontier_seen_t;

void frontier_free(frontier_t *frontier);
void frontier_clear(frontier_t *frontier);
/* The only item of a frontier, to be filled. */
frontier_item_t *frontier_first(frontier_t *frontier);
typedef enum { FRONTIER_NEW, FRONTIER_JOINED, FRONTIER_SEEN } frontier_answer_t;
/* Takes the contents of the state; feasible is that of the state it comes from. */
frontier_answer_t frontier_add(frontier_t *frontier, frontier_seen_t *seen, semantics_t *semantics,
                               sem_state_t *state, const term_t *feasible);

void frontier_seen_init(frontier_seen_t *seen);
void frontier_seen_free(frontier_seen_t *seen);

#endif
