#ifndef ENGINE_BOOLEAN_SEARCH_H
#define ENGINE_BOOLEAN_SEARCH_H

#include "engine/boolean/reduce.h"
#include "engine/boolean/subsume.h"
#include "solver/aig_sat.h"
#include "util/hash.h"
#include "util/stats.h"

/* Symbolic reachability (Figure 1 of the report on BOPPO). */

typedef enum {
    SEARCH_SAFE,        /* a fix-point: nothing violates */
    SEARCH_VIOLATED,    /* bad is a state behind an error */
    SEARCH_UNSUPPORTED, /* bad is behind a step that cannot be modelled */
    SEARCH_STOPPED,     /* a limit; reason */
} search_answer_t;

/* A state in the queue; the smallest key comes first. */
typedef struct waiting {
    uint64_t key, sequence;
    bstate_t *state;
} waiting_t;

typedef struct search {
    simulator_t sim;
    future_t *future;
    aig_t *aig;
    subsumption_t *subsumption;
    aig_sat_t *guards; /* one solver for all guards */
    const options_t *options;
    limits_t *limits;
    stats_t *stats;
    uint64_t work; /* states expanded; a limit if it is not 0 */
    VEC(waiting_t) queue; /* a heap */
    uint64_t sequence;
    VEC(bstate_t *) history; /* expanded, in order */
    intern_t spots;          /* states by their nodes */
    picks_t picks;
    bstate_t *bad, *unsupported; /* the first of each */
    const char *reason;
} search_t;

void search_init(search_t *search, const boolean_t *boolean, const options_t *options,
                 limits_t *limits, stats_t *stats);
void search_free(search_t *search);
search_answer_t search_run(search_t *search);

#endif
