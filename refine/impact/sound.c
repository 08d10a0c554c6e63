#include "refine/impact/sound.h"

#include "refine/path.h"

static bool is_inductive(impact_t *x, const tree_node_t *v) {
    block_path_t path;
    const tree_node_t *u = v->parent;
    block_path_between(&u->place, &v->place, label_term(x->labels, u->label),
                       term_not(x->terms, label_term(x->labels, v->label)), x->blocks, x->terms,
                       &path);
    bool is = sequence_is_infeasible(x->solver, path.parts, path.count);
    block_path_free(&path);
    return is;
}

static bool is_covered(impact_t *x, const tree_node_t *v, const tree_node_t *by) {
    return solver_implies(x->solver, label_term(x->labels, v->label),
                          label_term(x->labels, by->label)) == SOLVER_UNSAT;
}

const tree_node_t *impact_first_unsound(impact_t *x) {
    for (size_t i = 0; i < tree_count(x->tree); i++) {
        const tree_node_t *v = tree_at(x->tree, i);
        if (v->parent && !v->parent->is_closed && !is_inductive(x, v)) return v;
        if (v->covered_by && !is_covered(x, v, v->covered_by)) return v;
        if (v->is_target && !v->is_closed && !v->is_given_up) return v;
    }
    return NULL;
}
