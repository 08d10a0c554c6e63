#include "cpa/explore/straight.h"
#include "cpa/value/value.h"
#include "refine/impact/impact.h"
#include "refine/impact/mono.h"

/* Expansion of nodes. An edge is one step of a thread or, with large steps, the longest run of it
 * on which nobody else has to move (docs/cpa.md, straight runs): an atomic section, steps that
 * touch nothing shared, a section under a lock where the reduction allows it. A run may branch;
 * each way through it is an edge. */

/* The ways through one run double with each branch. */
enum { MOST_BRANCHES = 5 };

typedef struct {
    impact_t *x;
    tree_node_t *from;
    uint32_t thread;
} expansion_t;

/* A write through a pointer that may lead to several objects loses the explicit values of them all,
 * which decide what is joined and locked. On a path that cannot be taken nothing tells where it
 * leads. */
static bool writes_anywhere(const step_t *steps, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const edge_t *edge = steps[i].edge;
        if (edge->kind == EDGE_STORE && (edge->access.anything || edge->access.count > 1))
            return true;
    }
    return false;
}

static void add_child(expansion_t *e, const block_t *block, part_t value) {
    impact_t *x = e->x;
    tree_node_t *child =
        tree_add(x->tree, e->from, e->thread, x->steps.data, x->steps.len, block, value);
    mono_note_action(x, child);
    child->is_doubtful = writes_anywhere(x->steps.data, x->steps.len);
    x->stats->states++;
}

static void follow(expansion_t *e, const successor_t *at, const block_t *block, unsigned branches);

/* Would it go alone if a node stood here? What is chosen must not depend on how the state was
 * reached, or the check of the proof could not make the same choice. */
static bool is_alone(composite_t *composite, const configuration_t *c, const part_t *parts,
                     uint32_t thread) {
    if (!straight_may_go_on(c, thread) || c->thread_count > 64) return false;
    if (c->threads[thread].atomic_depth || composite_moves_only(composite, c, parts, thread))
        return true;
    if (!composite->por) return false;
    thread_set_t chosen = composite_choose(composite, c, parts);
    return thread_set_has(&chosen, thread) && thread_set_count(&chosen) == 1;
}

/* Does the run go on from here? Then its ways are followed. */
static bool go_on(expansion_t *e, const successor_t *at, const block_t *block, unsigned branches) {
    composite_t *composite = e->x->composite;
    const configuration_t *c = at->step.after;
    if (!e->x->options.large_steps || !is_alone(composite, c, at->parts, e->thread)) return false;
    successors_t next = {0};
    composite_thread_successors(composite, c, at->parts, e->thread, false, &next);
    /* Who cannot move may be stuck, which is for a node to tell. */
    bool goes_on = next.len ? next.len < 2 || branches < MOST_BRANCHES : !e->x->stuck;
    if (goes_on) composite_note_alone(composite, c, e->thread);
    for (size_t i = 0; goes_on && i < next.len; i++)
        follow(e, &next.data[i], block, branches + (next.len > 1));
    VEC_FREE(next);
    return goes_on;
}

static void follow(expansion_t *e, const successor_t *at, const block_t *block, unsigned branches) {
    impact_t *x = e->x;
    const block_t *longer = block_step(x->blocks, block, &at->step);
    if (!longer) return;
    VEC_PUSH(x->steps, at->step);
    if (!go_on(e, at, longer, branches)) add_child(e, longer, at->parts[0]);
    x->steps.len--;
}

/* What the explicit values of the node say need not be said by labels. */
static bool know_value(void *context, variable_t variable, uint64_t *value) {
    const expansion_t *e = context;
    return value_lookup(e->x->composite->cpas[0], e->from->value, variable, value);
}

void impact_expand_thread(impact_t *x, uint32_t thread, tree_node_t *v) {
    expansion_t e = {x, v, thread};
    successors_t first = {0};
    if (thread_set_has(&v->expanded, thread)) return;
    thread_set_add(&v->expanded, thread);
    composite_thread_successors(x->composite, v->configuration, &v->value, thread, false, &first);
    const block_t *block = block_empty(x->blocks, !v->parent);
    blocks_know(x->blocks, know_value, &e);
    for (size_t i = 0; i < first.len; i++) follow(&e, &first.data[i], block, 0);
    blocks_know(x->blocks, NULL, NULL);
    VEC_FREE(first);
}

void impact_expand(impact_t *x, tree_node_t *v) {
    const configuration_t *c = v->configuration;
    if (threading_is_final(c)) {
        v->is_expanded = true;
        return;
    }
    thread_set_t threads = composite_choose(x->composite, c, &v->value);
    if (x->options.is_monotonic) threads = mono_choose(x, v, &threads, true);
    if (v->is_closed) return; /* waits again when it is opened */
    v->is_expanded = true;
    for (uint32_t t = 0; t < c->thread_count; t++)
        if (c->threads[t].status == THREAD_RUNNING && thread_set_has(&threads, t))
            impact_expand_thread(x, t, v);
    v->expanded = thread_set_union(&v->expanded, &threads); /* those that wait, too */
    if (x->options.is_monotonic) mono_expand_covers(x, v);
}
