#ifndef WITNESS_CHECK_FUTURES_H
#define WITNESS_CHECK_FUTURES_H

#include "witness/check/effects.h"

/* What may happen from a node on: effects gathered along all paths of the
 * control flow, through calls and into threads that are created. */
typedef struct futures futures_t;

/* The effects must outlive it. */
futures_t *futures_new(const effects_t *effects);
void futures_delete(futures_t *futures);

/* An atomic section from its ATOMIC_BEGIN to where it ends, which is one step
 * for all other threads. */
typedef struct section {
    effect_t effect;
    /* It may not come to its end: it waits, assumes, or loops inside. */
    bool may_stick;
    /* There is a JOIN inside, which the end of another thread lets pass. */
    bool joins;
    /* No loop head lies inside it or where it ends, and it creates no thread that
     * may create such threads again. */
    bool progresses;
} section_t;
const section_t *futures_section(futures_t *futures, const edge_t *begin);

/* A CREATE whose thread may come to it again, or threads that it creates. */
bool futures_creates_again(const futures_t *futures, const edge_t *edge);

/* From a node to the end of its function, as long as nobody unlocks one of the
 * held mutexes (addresses, ascending): who comes to a LOCK of one stops there. */
typedef struct checked_future {
    effect_t effect;
    bool can_return;    /* from the function of the node */
    /* Edges whose effect is left out of effect: accesses by registers of the frame
     * in which the node lies that keep their values from there on. */
    const edge_t *const *fixed;
    size_t fixed_count;
    bool releases_all;  /* an UNLOCK may mean any mutex */
    const uint64_t *released; /* held mutexes with an UNLOCK on the way */
    size_t released_count;
} checked_future_t;
const checked_future_t *futures_from(futures_t *futures, const node_t *node, const uint64_t *held,
                                     size_t held_count);

#endif
