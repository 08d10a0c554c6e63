#include "cpa/value/value.h"
#include "refine/focus_refiner.h"
#include "refine/impact/impact.h"

/* Covers of v that its stronger label no longer allows go away, and what they covered waits. */
static void review_covers(impact_t *x, tree_node_t *v) {
    for (tree_node_t *w = v->covered, *next; w; w = next) {
        next = w->next_covered;
        if (!label_implies(x->implications, w->label, v->label)) tree_uncover(x->tree, w);
    }
}

bool impact_strengthen(impact_t *x, tree_node_t *v, const term_t *term) {
    term_vec_t conjuncts = {0};
    const label_t *label = v->label;
    if (label->is_false) return false;
    term_conjuncts(x->terms, term, &conjuncts);
    for (size_t i = 0; i < conjuncts.len; i++)
        if (!label_implies_term(x->implications, label, conjuncts.data[i]))
            label = label_and(x->labels, label, conjuncts.data[i]);
    VEC_FREE(conjuncts);
    if (label == v->label) return false;
    if (label_is_impossible(x->implications, label)) label = label_false(x->labels);
    tree_strengthen(x->tree, v, label);
    if (!label->is_false) review_covers(x, v);
    return true;
}

arg_t *impact_unfold(impact_t *x, const tree_node_t *v, path_t *path) {
    part_t nothing = value_of_bindings(x->composite->cpas[0], NULL, 0);
    VEC(const step_t *) steps = {0};
    for (; v->parent; v = v->parent)
        for (uint32_t i = v->step_count; i-- > 0;) VEC_PUSH(steps, &v->steps[i]);
    arg_t *arg = arg_new(1);
    arg_node_t *at = arg_add(arg, v->configuration, &nothing);
    while (steps.len) {
        const step_t *step = VEC_POP(steps);
        arg_node_t *next = arg_add(arg, step->after, &nothing);
        VEC_PUSH(*path, arg_add_link(arg, at, next, step));
        at = next;
    }
    VEC_FREE(steps);
    return arg;
}

/* So often the focus grows by as little as possible, since every time costs a tree. */
enum { FOCUS_SPARING = 4 };

/* Something forgotten excludes a path that the abstract program allows (cpa/reduce/focus.h). */
static bool grow_focus(impact_t *x, const path_t *path) {
    focus_t *focus = x->composite->focus;
    return focus && focus_refine(focus, path, x->blocks, x->terms, x->solver,
                                 x->focus_growths++ < FOCUS_SPARING);
}

static impact_outcome_t confirm(impact_t *x, const tree_node_t *v, trace_t *trace,
                                const char **why) {
    path_t path = {0};
    arg_t *arg = impact_unfold(x, v, &path);
    impact_outcome_t outcome = IMPACT_UNDECIDED;
    blocks_focus(x->blocks, NULL); /* the program as it is */
    solver_answer_t answer =
        path_solve(&path, NULL, x->blocks, x->terms, x->solver, x->composite->program, trace);
    blocks_focus(x->blocks, x->composite->focus);
    *why = "no trace could be read off a feasible path";
    if (answer == SOLVER_SAT) outcome = IMPACT_FEASIBLE;
    if (answer == SOLVER_UNSAT && grow_focus(x, &path)) outcome = IMPACT_AGAIN;
    VEC_FREE(path);
    arg_delete(arg);
    return outcome;
}

static solver_answer_t solve(impact_t *x, const block_path_t *path) {
    solver_push(x->solver);
    for (size_t k = 0; k < path->count; k++) solver_assert(x->solver, path->parts[k]);
    solver_answer_t answer = solver_check(x->solver, NULL, 0);
    solver_pop(x->solver);
    return answer;
}

/* Interpolants that do not count rounds of loops are worth a share of the time that was spent so
 * far, each and together: there are many more paths than in predicate abstraction, and most loops
 * come to their end by themselves. */
static sequence_t find_sequence(impact_t *x, const block_path_t *path) {
    enum { LEAST = 100, MOST = 1000 };
    static const double at_once = 0.3, share = 0.3;
    double begin = stats_now(), spent = begin - x->began;
    interpolation_t how = x->interpolation;
    double milliseconds = LEAST + spent * 1000 / 2;
    how.comparison_milliseconds = milliseconds < MOST ? (unsigned)milliseconds : MOST;
    if (x->comparing > at_once + share * spent) how.compared_if_counting = 0;
    sequence_source_t source = x->source;
    source.interpolation = &how;
    sequence_t s = sequence_preferred(&source, path->parts, path->count);
    if (how.compared_if_counting) x->comparing += stats_now() - begin;
    return s;
}

/* The nodes from the root to v, nodes[depth]. */
static tree_node_t **nodes_to(tree_node_t *v) {
    tree_node_t **nodes = mem_alloc((v->depth + 1) * sizeof *nodes);
    for (tree_node_t *n = v; n; n = n->parent) nodes[n->depth] = n;
    return nodes;
}

/* The labels along the path become its interpolants, from the last that is not false back to
 * the root: what is covered is uncovered once, whatever became of nodes above. */
static void label_path(impact_t *x, tree_node_t *v, const sequence_t *s) {
    tree_node_t **nodes = nodes_to(v);
    impact_strengthen(x, nodes[s->count], term_false(x->terms));
    bool *changed = mem_zalloc((s->count + 1) * sizeof *changed);
    for (size_t k = 1; k < s->count; k++)
        changed[k] = impact_strengthen(x, nodes[k], term_bare(x->terms, s->interpolants[k - 1]));
    for (size_t k = 1; k < s->count; k++)
        if (changed[k] && impact_close(x, nodes[k])) break;
    mem_free(changed);
    mem_free(nodes);
}

/* The path was found infeasible: its nodes are labelled so that it is seen. */
static impact_outcome_t exclude(impact_t *x, tree_node_t *v, const block_path_t *path,
                                const char **why) {
    if (path->count == 1) {
        impact_strengthen(x, v, term_false(x->terms));
        return IMPACT_REFINED;
    }
    sequence_t s = find_sequence(x, path);
    bool is_found = s.answer == SOLVER_UNSAT;
    if (is_found) label_path(x, v, &s);
    *why = s.why;
    sequence_free(&s);
    return is_found ? IMPACT_REFINED : IMPACT_UNDECIDED;
}

impact_outcome_t impact_refine(impact_t *x, tree_node_t *v, trace_t *trace, const char **why) {
    double begin = stats_now();
    block_path_t path;
    impact_outcome_t outcome = IMPACT_UNDECIDED;
    block_path_build(&v->place, NULL, x->blocks, x->terms, &path);
    x->solver->milliseconds = limits_milliseconds_left(x->limits, 0);
    solver_answer_t answer = solve(x, &path);
    *why = "the solver could not decide a path to the error";
    x->stats->refinements++;
    if (answer == SOLVER_UNSAT) outcome = exclude(x, v, &path, why);
    if (answer == SOLVER_SAT) outcome = trace ? confirm(x, v, trace, why) : IMPACT_FEASIBLE;
    block_path_free(&path);
    x->stats->time_refinement += stats_now() - begin;
    return outcome;
}
