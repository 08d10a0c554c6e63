#include "refine/unfold.h"

#include "cfa/layout.h"
#include "cpa/explore/straight.h"
#include "refine/path.h"

#include <string.h>

/* Makes a path again from the start, in the numbers of a run. */
typedef struct {
    exploration_t *x;
    arg_node_t *at;
    successor_t pending;                  /* the step that leads on from at */
    uint32_t number[LAYOUT_MAX_THREADS];  /* in the run, of a thread of the representative */
    uint32_t renamed[LAYOUT_MAX_THREADS]; /* in the representative, of a thread of the run */
} rerun_t;

/* A node of its own, in no index: the search does not go on from it. */
static void add_pending(rerun_t *run) {
    arg_node_t *node = arg_add(run->x->arg, run->pending.step.after, run->pending.parts);
    node->is_copy = node->is_expanded = true;
    thread_set_t all = thread_set_all();
    arg_note_explored(run->x->arg, node, &all);
    arg_add_link(run->x->arg, run->at, node, &run->pending.step);
    run->at = node;
}

static void add_step(void *context, const successor_t *next) {
    rerun_t *run = context;
    add_pending(run);
    run->pending = *next;
}

/* Is this the step of the link, under other numbers? Then follows it. */
static bool follow(rerun_t *run, const arg_link_t *link, const successor_t *first) {
    composite_t *composite = run->x->composite;
    successor_t end = *first;
    if (first->step.edge != link->edge) return false;
    if (link->is_joined) straight_run(composite, &end, NULL, NULL);
    const configuration_t *c = end.step.after;
    part_t part = end.parts[0];
    symmetry_normalise(run->x->symmetry, &c, &part);
    if (c != link->child->configuration || part != link->child->parts[0]) return false;
    run->pending = *first;
    end = *first;
    if (link->is_joined) straight_run(composite, &end, add_step, run);
    add_pending(run);
    symmetry_order(run->x->symmetry, end.step.after, end.parts[0], run->renamed);
    for (uint32_t t = 0; t < end.step.after->thread_count; t++) run->number[run->renamed[t]] = t;
    return true;
}

static arg_node_t *run_again(exploration_t *x, const path_t *path) {
    rerun_t *run = mem_zalloc(sizeof *run);
    successors_t successors = {0};
    run->x = x;
    run->at = arg_root(x->arg);
    bool found = true;
    for (size_t i = 0; found && i < path->len; i++) {
        const arg_link_t *link = path->data[i];
        uint32_t thread = run->number[link->thread];
        VEC_CLEAR(successors);
        composite_thread_successors(x->composite, run->at->configuration, run->at->parts, thread,
                                    false, &successors);
        found = false;
        for (size_t k = 0; !found && k < successors.len; k++)
            found = follow(run, link, &successors.data[k]);
    }
    arg_node_t *end = found ? run->at : NULL;
    VEC_FREE(successors);
    mem_free(run);
    return end;
}

arg_node_t *unfold_path(exploration_t *x, arg_node_t *node) {
    if (!x->joins_steps && !x->symmetry) return node;
    path_t path = {0};
    path_to(node, NULL, NULL, &path);
    arg_node_t *end = node;
    if (x->symmetry)
        end = run_again(x, &path);
    else
        for (size_t i = 0; i < path.len; i++)
            straight_unfold(x->composite, x->arg, (arg_link_t *)(uintptr_t)path.data[i]);
    VEC_FREE(path);
    return end;
}
