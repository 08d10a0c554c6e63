#ifndef REFINE_IMPACT_CONDITIONAL_H
#define REFINE_IMPACT_CONDITIONAL_H

#include "refine/impact/impact.h"

/* Conditional dependence (section IV-D): two accesses through pointers or indices are independent
 * on a path if they go to different addresses there. That becomes a part of the label of the node
 * before the first of them, so that what is covered by it has it, too.
 *
 * Is the next access of thread at v, along this edge, independent of the last action before v in
 * this way? may_refine: nodes above v may get stronger labels; v may be closed afterwards. */
bool conditional_is_independent(impact_t *x, const tree_node_t *v, uint32_t thread,
                                const edge_t *edge, bool may_refine);

#endif
