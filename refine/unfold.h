#ifndef REFINE_UNFOLD_H
#define REFINE_UNFOLD_H

#include "cpa/explore/algorithm.h"

/* The path to a node, with every single step and with threads under the numbers
 * they have in a run: undoes straight runs (cpa/explore/straight.h) and representatives
 * (cpa/explore/symmetry.h). The node at its end, which is the node itself unless threads
 * were renumbered. NULL: the path could not be made again. */
arg_node_t *unfold_path(exploration_t *x, arg_node_t *node);

#endif
