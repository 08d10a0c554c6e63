#include "refine/impact/impact.h"
#include "refine/impact/mono.h"

bool impact_values_cover(impact_t *x, const tree_node_t *a, const tree_node_t *b) {
    cpa_t *value = x->composite->cpas[0];
    return a->value == b->value ||
           (value->class->covers &&
            value->class->covers(value, b->configuration, b->value, a->value));
}

bool impact_is_candidate(impact_t *x, const tree_node_t *v, const tree_node_t *w) {
    /* The label of the root leaves out that memory is initial. */
    return !w->is_closed && w->parent && impact_values_cover(x, v, w) && mono_may_cover(x, v, w);
}

void impact_cover(impact_t *x, tree_node_t *v, tree_node_t *w) {
    tree_cover(x->tree, v, w);
    x->stats->covered++;
    if (x->options.is_monotonic) mono_expand_cover(x, v, w);
}

bool impact_close(impact_t *x, tree_node_t *v) {
    if (v->is_closed) return true;
    for (tree_node_t *w = v->older; w; w = w->older) {
        if (!impact_is_candidate(x, v, w)) continue;
        if (!label_implies(x->implications, v->label, w->label)) continue;
        impact_cover(x, v, w);
        return true;
    }
    return false;
}
