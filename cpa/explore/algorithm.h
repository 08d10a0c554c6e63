#ifndef CPA_EXPLORE_ALGORITHM_H
#define CPA_EXPLORE_ALGORITHM_H

#include "cpa/explore/composite.h"
#include "cpa/explore/symmetry.h"
#include "cpa/explore/waitlist.h"
#include "util/limits.h"
#include "util/stats.h"

/* The CPA+ algorithm (Kolesnykov 2020, Listing 2.1). */

typedef struct exploration {
    composite_t *composite;
    arg_t *arg;           /* reached */
    waitlist_t *waitlist;
    limits_t *limits;
    stats_t *stats;
    /* No state is ever removed, so covered states need not be kept: nothing will
     * uncover them. */
    bool forget_covered;
    /* Straight runs of a thread become one step (cpa/explore/straight.h). */
    bool joins_steps;
    /* Not NULL: states are replaced by representatives. */
    symmetry_t *symmetry;
    /* States to make in one call before it returns, 0: any number; a question to the
     * solver counts like so many states. */
    size_t patience, check_price;
    uint64_t reached_before, configurations_before; /* of earlier explorations, in stats */
    uint64_t last_effort; /* ... in all calls, see cpa_limit_work; 0: any number */
    /* Not NULL: ends the patience early. */
    bool (*is_tired)(void *context);
    /* Should the exploration stop at this state? */
    bool (*abort)(void *context, const arg_node_t *node);
    void *abort_context; /* of both */
} exploration_t;

typedef enum {
    EXPLORED_ALL,   /* the waitlist is empty */
    EXPLORED_ABORT, /* *target made abort true */
    EXPLORED_LIMIT, /* limits_exceeded */
    EXPLORED_SOME,  /* patience is at its end */
} explored_t;

/* Adds the initial state. */
void cpa_start(exploration_t *exploration);
/* From now on so much work may be done in all: states, and questions at their price. 0: any
 * amount. */
void cpa_limit_work(exploration_t *exploration, uint64_t work);
explored_t cpa_algorithm(exploration_t *exploration, arg_node_t **target);

#endif
