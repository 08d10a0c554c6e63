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

/* By w, or by what covers it: so few nodes are looked at where most are covered. */
static bool close_by(impact_t *x, tree_node_t *v, tree_node_t *w) {
    if (w->covered_by) w = w->covered_by;
    if (!impact_is_candidate(x, v, w)) return false;
    if (!label_implies(x->implications, v->label, w->label)) return false;
    impact_cover(x, v, w);
    return true;
}

bool impact_close(impact_t *x, tree_node_t *v) {
    /* Of many nodes in one place most have other values. Those with the same are asked first, and
     * of the others, which may know less, only so many of the newest. */
    enum { MOST_OTHERS = 100 };
    size_t others = 0;
    if (v->is_closed) return true;
    for (tree_node_t *w = v->older_alike; w; w = w->older_alike)
        if (close_by(x, v, w)) return true;
    for (tree_node_t *w = v->older; w && others < MOST_OTHERS; w = w->older) {
        if (w->value == v->value) continue;
        others++;
        if (close_by(x, v, w)) return true;
    }
    return false;
}
