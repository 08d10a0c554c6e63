#ifndef REFINE_GRAPH_H
#define REFINE_GRAPH_H

#include "cpa/explore/algorithm.h"

/* The graph that is refined: what of it is made anew when the precision has grown. */
typedef struct graph {
    exploration_t *exploration;
    wait_order_t order;
    const rank_t *rank;
    bool always_restarts; /* after a refinement; else only what it concerns is made anew */
    bool has_blocks;      /* states speak of blocks of steps, which speak of the focus */
} graph_t;

/* Everything, from the start of main on. */
void graph_restart(graph_t *graph);
/* What lies below the node, and the node itself. */
void graph_cut(graph_t *graph, arg_node_t *node);
/* The same, after a refinement that may have grown the focus, which had this version. */
void graph_cut_in_focus(graph_t *graph, arg_node_t *node, size_t focus_version);
size_t graph_focus_version(const graph_t *graph);

#endif
