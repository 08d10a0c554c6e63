#ifndef REFINE_IMPACT_MONO_H
#define REFINE_IMPACT_MONO_H

#include "refine/impact/impact.h"

/* Monotonic paths (section IV-C, Definition 4.3): an action of a thread that does not depend on
 * the action before it, of a thread with a larger number, is skipped, since the same was
 * done in the other order. An action is what no other thread interrupts: all steps of an atomic
 * section, and with large steps those that touch nothing shared, also of threads that it
 * created. Where an action has not ended yet (the thread is inside of a section, or one goes
 * alone) the node has the action so far.
 *
 * A node may be covered by one that left out other threads: cover expansions make up for
 * it. Inside of an action this would go wrong further down, so there both must have done the same.
 */
struct tree_action {
    uint32_t thread;
    bool comes_to_loop;         /* LOOP of the paper */
    const configuration_t *from; /* where it began */
    const uint64_t *reads, *writes; /* places (cpa/reduce/footprint.h) */
};

/* Is the node inside of an action: others cannot move, or need not? */
bool mono_is_inside(const tree_node_t *v);
/* For a new node: what the edge to it did. */
void mono_note_action(impact_t *x, tree_node_t *v);
/* SKIP: need thread not be followed from v? */
bool mono_skips(impact_t *x, const tree_node_t *v, uint32_t thread);
/* The threads to follow from v, of those that the reduction chose before. may_refine: labels above
 * v may get stronger, so that fewer are left; v may be closed afterwards. */
thread_set_t mono_choose(impact_t *x, const tree_node_t *v, const thread_set_t *chosen,
                         bool may_refine);
bool mono_may_cover(impact_t *x, const tree_node_t *v, const tree_node_t *w);
/* The cover expansions of CLOSE in Algorithm 2: v is covered by w. As long as w waits, they do,
 * too: w may be covered itself, and a chain of nodes that expand each other would have no
 * end. */
void mono_expand_cover(impact_t *x, tree_node_t *v, tree_node_t *w);
/* w is expanded now: those of all that it covers. */
void mono_expand_covers(impact_t *x, tree_node_t *w);

#endif
