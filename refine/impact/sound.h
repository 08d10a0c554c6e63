#ifndef REFINE_IMPACT_SOUND_H
#define REFINE_IMPACT_SOUND_H

#include "refine/impact/impact.h"

/* Definition 3.2, asked of the solver, for tests: labels are inductive along the edges of open
 * nodes, covers are implications, open targets have the label false. The first node that it does
 * not hold for, or NULL. */
const tree_node_t *impact_first_unsound(impact_t *x);

#endif
