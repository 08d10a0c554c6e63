#ifndef REFINE_IMPACT_TREE_H
#define REFINE_IMPACT_TREE_H

#include "cfa/property.h"
#include "cfa/thread_set.h"
#include "cpa/core/cpa.h"
#include "cpa/predicate/predicate.h"
#include "refine/impact/label.h"
#include "util/arena.h"

/* The abstract reachability tree of Impact (Wachter, Kroening, Ouaknine 2013, section III):
 * nodes are places of all threads with a label, edges are steps of one thread, and the
 * covering relation. A node is closed if it or an ancestor is covered, or has the label
 * false: then nothing below it is looked at, and it covers nothing.
 *
 * The tree keeps the invariants of the relation; what is to be covered, and when, is
 * decided elsewhere (close.h). */

typedef struct tree_node tree_node_t;

/* What the last edge above a node did, for monotonic paths (mono.h). */
typedef struct tree_action tree_action_t;

struct tree_node {
    uint32_t id; /* grows with creation */
    uint32_t depth;
    const configuration_t *configuration;
    part_t value; /* explicit values: of control variables at least (cpa/core/control.h) */
    const label_t *label;
    /* The block of the edge to the node, and from where: for path formulas. */
    abstraction_t place;
    tree_node_t *parent, *children, *next_sibling;
    uint32_t thread;   /* whose steps the edge is made of */
    uint32_t step_count;
    const step_t *steps;
    thread_set_t expanded; /* threads of which the steps are there */
    const tree_action_t *action;
    tree_node_t *covered_by;
    tree_node_t *covered, *next_covered, *previous_covered; /* nodes that it covers */
    tree_node_t *older; /* in the same configuration */
    tree_node_t *older_alike; /* ... with the same explicit values; may skip over others of them */
    bool is_closed, is_waiting;
    bool is_expanded; /* all its edges are there, up to the reduction */
    bool is_target; /* a violation that was asked about, or something unsupported */
    bool is_given_up; /* a target that nobody could decide */
    bool is_doubtful; /* the edge may have written anything: is the path feasible at all? */
    bool is_alone; /* one thread was followed although others can move, see mono.h */
    bool is_from_cover; /* by a cover expansion, or below such a node */
};

typedef struct tree tree_t;
/* wait is called for every node that has to be looked at (again). */
typedef void (*tree_wait_t)(void *context, tree_node_t *node);
/* asked: numbers of the properties whose violations are targets. */
tree_t *tree_new(labels_t *labels, property_mask_t asked, tree_wait_t wait, void *context);
void tree_delete(tree_t *tree);
size_t tree_count(const tree_t *tree);
size_t tree_bytes(const tree_t *tree);
tree_node_t *tree_root(const tree_t *tree);
/* All nodes, by their numbers. */
tree_node_t *tree_at(const tree_t *tree, size_t id);

tree_node_t *tree_add_root(tree_t *tree, const configuration_t *start, part_t value);
/* A child with the label true; the steps are copied. Waits. */
tree_node_t *tree_add(tree_t *tree, tree_node_t *parent, uint32_t thread, const step_t *steps,
                      size_t count, const block_t *block, part_t value);
/* The newest node in a configuration; go on with older. */
tree_node_t *tree_newest(const tree_t *tree, const configuration_t *c);

/* (node, by) joins the relation. Pairs (x, y) with y at or below node leave it (erratum: the
 * listing leaves out node itself), and the x wait again unless they are closed. */
void tree_cover(tree_t *tree, tree_node_t *node, tree_node_t *by);
/* The pair of node leaves it; what is open below waits. */
void tree_uncover(tree_t *tree, tree_node_t *node);
/* The label becomes a stronger one. A false one closes the node for good. Whether pairs
 * are still right is the caller's question. */
void tree_strengthen(tree_t *tree, tree_node_t *node, const label_t *label);

/* Is above at node, or above it? */
bool tree_is_above(const tree_node_t *above, const tree_node_t *node);
/* The nearest node that is at or above both. */
tree_node_t *tree_common(tree_node_t *a, tree_node_t *b);

/* What must always hold, for tests: the relation fits the flags, only older open
 * nodes cover. */
bool tree_is_sound(const tree_t *tree);

#endif
