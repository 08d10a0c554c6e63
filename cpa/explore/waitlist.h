#ifndef CPA_EXPLORE_WAITLIST_H
#define CPA_EXPLORE_WAITLIST_H

#include "cpa/explore/composite.h"
#include "cpa/explore/rank.h"

/* The frontier of the exploration. */
typedef enum {
    WAIT_BREADTH_FIRST,
    WAIT_DEPTH_FIRST,
    WAIT_BY_THREAD,  /* fewest context switches first */
    WAIT_BY_RANK,    /* block by block, the least advanced first (cpa/explore/rank.h) */
} wait_order_t;

typedef struct waitlist waitlist_t;
/* composite and rank are for WAIT_BY_RANK and must outlive the waitlist. */
waitlist_t *waitlist_new(wait_order_t order, composite_t *composite, const rank_t *rank);
void waitlist_delete(waitlist_t *waitlist);
/* A node that waits already is not added again. */
void waitlist_add(waitlist_t *waitlist, arg_node_t *node);
/* The next node, or NULL; nodes removed or covered meanwhile are skipped. */
arg_node_t *waitlist_pop(waitlist_t *waitlist);

#endif
