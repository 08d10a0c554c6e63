#ifndef WITNESS_SEMANTICS_SEM_RACE_H
#define WITNESS_SEMANTICS_SEM_RACE_H

#include "witness/semantics/semantics.h"

/* Data races of a state (VIOLATION_RACE): two threads stand before accesses to data that have
 * a byte in common. */
typedef struct sem_race {
    unsigned threads[2];
    const edge_t *edges[2];
    const term_t *condition; /* under which they meet; NULL: always */
} sem_race_t;

/* Called for each that is possible as far as addresses and the points-to analysis say; false
 * ends the enumeration, and is the result then. */
typedef bool (*sem_race_sink_t)(void *context, const sem_race_t *race);
bool semantics_races(semantics_t *semantics, const sem_state_t *state, sem_race_sink_t sink,
                     void *context);

#endif
