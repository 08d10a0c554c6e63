#include "refine/graph.h"

static void wake(void *context, arg_node_t *node) {
    exploration_t *x = context;
    waitlist_add(x->waitlist, node);
}

void graph_restart(graph_t *graph) {
    exploration_t *x = graph->exploration;
    arg_delete(x->arg);
    waitlist_delete(x->waitlist);
    x->arg = arg_new(x->composite->count);
    x->waitlist = waitlist_new(graph->order, x->composite, graph->rank);
    cpa_start(x);
}

void graph_cut(graph_t *graph, arg_node_t *node) {
    exploration_t *x = graph->exploration;
    if (!node->parents || graph->always_restarts)
        graph_restart(graph);
    else
        arg_remove_subtree(x->arg, node, true, wake, x);
}

/* Steps were left out because they touched nothing but what was forgotten. Now
 * that less is, states whose set has become too small are explored again. What
 * the states say of data stays right: forgetting more allows more. */
static void review_reductions(graph_t *graph) {
    exploration_t *x = graph->exploration;
    arg_nodes_t nodes = {0};
    arg_list(x->arg, &nodes);
    for (size_t i = 0; i < nodes.len; i++) {
        arg_node_t *node = nodes.data[i];
        if (!node->is_expanded || node->covered_by || thread_set_is_all(node->explored)) continue;
        thread_set_t now = composite_reduction(x->composite, node);
        now = thread_set_minus(&now, node->explored);
        if (!thread_set_is_empty(&now)) waitlist_add(x->waitlist, node);
    }
    VEC_FREE(nodes);
}

/* The blocks above the node speak of the abstract program as it was; they are made anew. */
void graph_cut_in_focus(graph_t *graph, arg_node_t *node, size_t focus_version) {
    bool grew = graph_focus_version(graph) != focus_version;
    if (grew && graph->has_blocks) {
        graph_restart(graph);
        return;
    }
    graph_cut(graph, node);
    if (grew) review_reductions(graph);
}

size_t graph_focus_version(const graph_t *graph) {
    const focus_t *focus = graph->exploration->composite->focus;
    return focus ? focus->version : 0;
}
