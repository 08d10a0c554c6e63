#ifndef REFINE_UNFOLD_H
#define REFINE_UNFOLD_H

#include "cpa/algorithm.h"

/* The path to a node, with every single step and with threads under the numbers
 * they have in a run: undoes straight runs (cpa/straight.h) and representatives
 * (cpa/symmetry.h). The node at its end, which is the node itself unless threads
 * were renumbered. NULL: the path could not be made again. */
arg_node_t *unfold_path(exploration_t *x, arg_node_t *node);

#endif
