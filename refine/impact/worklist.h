#ifndef REFINE_IMPACT_WORKLIST_H
#define REFINE_IMPACT_WORKLIST_H

#include "cpa/explore/rank.h"
#include "refine/impact/tree.h"

/* The work list Q: targets first, which are refined at once; then by the order. */
typedef enum {
    WORK_DEPTH_FIRST,   /* the newest */
    WORK_BREADTH_FIRST, /* the oldest */
    WORK_BY_RANK,       /* where the threads have come least far (cpa/explore/rank.h) */
} work_order_t;

typedef struct worklist worklist_t;
worklist_t *worklist_new(work_order_t order, const rank_t *rank);
void worklist_delete(worklist_t *list);
void worklist_add(worklist_t *list, tree_node_t *node);
/* NULL: it is empty. */
tree_node_t *worklist_take(worklist_t *list);

#endif
