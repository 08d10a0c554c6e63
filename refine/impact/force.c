#include "refine/impact/impact.h"
#include "refine/path.h"

/* Each attempt is a question to the solver; the newest nodes are looked at. */
enum { MOST_ATTEMPTS = 6, MOST_LOOKED_AT = 100 };

/* The path from u, not including it, to v: nodes[0] is below u. */
static tree_node_t **nodes_between(const tree_node_t *u, tree_node_t *v) {
    tree_node_t **nodes = mem_alloc((v->depth - u->depth) * sizeof *nodes);
    for (tree_node_t *n = v; n != u; n = n->parent) nodes[n->depth - u->depth - 1] = n;
    return nodes;
}

/* Strengthens the nodes between by what excludes that the label does not hold at the end. */
static bool label_between(impact_t *x, const tree_node_t *u, tree_node_t *v, const term_t *label,
                          const block_path_t *path) {
    size_t count = path->count - 1;
    sequence_t s = {0};
    /* From the parent itself nothing lies between. */
    if (count > 1) {
        interpolation_t how = x->interpolation;
        how.compared = how.compared_if_counting = 0;
        sequence_source_t direct = {x->terms, x->solver, &how, REFINE_WHOLE};
        s = sequence_of(&direct, path->parts, path->count);
    }
    bool is_found = count == 1 || s.answer == SOLVER_UNSAT;
    if (is_found) {
        tree_node_t **nodes = nodes_between(u, v);
        for (size_t k = 0; k + 1 < count; k++)
            impact_strengthen(x, nodes[k], term_bare(x->terms, s.interpolants[k]));
        impact_strengthen(x, v, label);
        mem_free(nodes);
    }
    sequence_free(&s);
    return is_found;
}

bool impact_push_label(impact_t *x, const tree_node_t *u, tree_node_t *v, const term_t *label) {
    block_path_t path;
    block_path_between(&u->place, &v->place, label_term(x->labels, u->label),
                       term_not(x->terms, label), x->blocks, x->terms, &path);
    bool is_pushed = sequence_is_infeasible(x->solver, path.parts, path.count) &&
                     label_between(x, u, v, label, &path);
    block_path_free(&path);
    return is_pushed;
}

static bool try_to_cover(impact_t *x, tree_node_t *v, tree_node_t *w) {
    /* What was strengthened on the way may be w itself, or close it. */
    if (!impact_push_label(x, tree_common(v, w), v, label_term(x->labels, w->label)) ||
        v->is_closed || w->is_closed || !label_implies(x->implications, v->label, w->label))
        return false;
    impact_cover(x, v, w);
    x->stats->forced_covers++;
    return true;
}

bool impact_force_cover(impact_t *x, tree_node_t *v) {
    const label_t *failed[MOST_ATTEMPTS];
    size_t attempts = 0, looked_at = 0;
    x->solver->milliseconds = limits_milliseconds_left(x->limits, 0);
    for (tree_node_t *w = v->older; w && attempts < MOST_ATTEMPTS; w = w->older) {
        if (++looked_at > MOST_LOOKED_AT) break;
        if (!impact_is_candidate(x, v, w)) continue;
        bool is_known = false;
        for (size_t i = 0; !is_known && i < attempts; i++) is_known = failed[i] == w->label;
        if (is_known) continue;
        failed[attempts++] = w->label;
        if (try_to_cover(x, v, w) || v->is_closed) return true;
    }
    return false;
}
