#ifndef CFA_SCC_H
#define CFA_SCC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Strongly connected components of a graph with vertices 0 .. count-1, given
 * by its successors in compressed rows: those of v are
 * targets[rows[v] .. rows[v+1]-1]. */
typedef struct graph {
    uint32_t count;
    const uint32_t *rows, *targets;
} graph_t;

/* component[v] for every vertex; two vertices lie on a common cycle iff their
 * components are equal (and, for one vertex, it has an edge to itself).
 * Components are numbered in reverse topological order. Returns their count. */
uint32_t scc_compute(const graph_t *graph, uint32_t *component);

#endif
