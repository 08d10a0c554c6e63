#ifndef CFA_CALLGRAPH_H
#define CFA_CALLGRAPH_H

#include "cfa/program.h"

/* Who calls whom and which code runs in which threads. A root is a function a
 * thread starts with: main, and the routines of THREAD_CREATE edges that can
 * be reached from main. Calls name their callee, so the graph is exact but for
 * branches never taken. */
typedef struct callgraph callgraph_t;

callgraph_t *callgraph_new(const program_t *program);
void callgraph_delete(callgraph_t *graph);

/* Root 0 is main. */
size_t callgraph_root_count(const callgraph_t *graph);
const function_t *callgraph_root(const callgraph_t *graph, size_t root);
/* At most one thread of a run starts with this root. */
bool callgraph_root_is_single(const callgraph_t *graph, size_t root);
/* May a thread of this root run code of the function? */
bool callgraph_runs_in(const callgraph_t *graph, const function_t *function, size_t root);
/* May a thread other than main? */
bool callgraph_runs_in_threads(const callgraph_t *graph, const function_t *function);
/* Some root runs it. */
bool callgraph_is_reachable(const callgraph_t *graph, const function_t *function);

/* Does control stay in the function behind the edge? */
static inline bool edge_continues(const edge_t *edge) {
    switch (edge->kind) {
    case EDGE_RETURN:
    case EDGE_THREAD_EXIT:
    case EDGE_EXIT:
    case EDGE_ERROR:
    case EDGE_UNSUPPORTED: return false;
    default: return true;
    }
}

#endif
