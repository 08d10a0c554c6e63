#ifndef CPA_CORE_ARG_H
#define CPA_CORE_ARG_H

#include "cfa/thread_set.h"
#include "cpa/core/cpa.h"
#include "util/hashset.h"

/* The abstract reachability graph and the set of reached states in one: nodes
 * are states, links are steps. Reached states are found by hashing their
 * configuration with a key of their data parts, never by a scan. */

enum { ARG_MAX_PARTS = 4 };

typedef struct arg_node arg_node_t;

typedef struct arg_link {
    arg_node_t *parent, *child;
    struct arg_link *next_parent; /* another link into child */
    struct arg_link *next_child;  /* another link out of parent */
    const edge_t *edge;
    uint64_t operand, outcome;
    /* After a merge: the symbol that is true if the path came over this link
     * and not over an older one; NULL for the first. */
    const struct term *choice;
    /* The newest link into parent when the step was taken: the step says nothing
     * of ways that were merged into parent later. */
    const struct arg_link *parent_link;
    uint32_t thread;
    bool assumes;
    bool is_joined; /* stands for a run of steps, of which it tells the first */
} arg_link_t;

struct arg_node {
    const configuration_t *configuration;
    arg_link_t *parents;  /* newest first */
    arg_link_t *children;
    arg_node_t *covered_by;
    arg_node_t *covers, *next_covered; /* nodes that this one covers */
    /* Chains of the two indices. */
    arg_node_t *next_cover, *previous_cover, *next_merge, *previous_merge;
    uint64_t cover_key, merge_key; /* hashed; 0: not in that index */
    uint64_t serial;               /* unique, grows with creation */
    uint32_t depth;                /* steps from the root, on the first path */
    uint32_t switches;             /* context switches on it */
    bool is_waiting, is_expanded, is_removed;
    bool is_copy; /* stands for nothing that is not elsewhere in the graph too */
    bool has_covered; /* some node that was forgotten */
    const thread_set_t *explored; /* threads whose steps were explored; NULL: none yet */
    part_t parts[]; /* one per CPA of the composite */
};

typedef struct arg arg_t;
arg_t *arg_new(size_t part_count);
void arg_delete(arg_t *arg);

arg_node_t *arg_root(const arg_t *arg);
arg_node_t *arg_add(arg_t *arg, const configuration_t *configuration, const part_t *parts);
/* step->before and after are those of the nodes. */
arg_link_t *arg_add_link(arg_t *arg, arg_node_t *parent, arg_node_t *child, const step_t *step);
/* The link comes from parent now, by this one step; the child stays. */
void arg_move_link(arg_link_t *link, arg_node_t *parent, const step_t *step);
/* The step of a link that is not joined, as it was taken. */
step_t arg_step(const arg_link_t *link);
void arg_cover(arg_node_t *node, arg_node_t *by);

/* The steps of these threads were explored from the node (too). */
void arg_note_explored(arg_t *arg, arg_node_t *node, const thread_set_t *threads);

/* Indices; keys are hashed together with the configuration. */
void arg_index_cover(arg_t *arg, arg_node_t *node, uint64_t key);
void arg_index_merge(arg_t *arg, arg_node_t *node, uint64_t key);
void arg_unindex_merge(arg_t *arg, arg_node_t *node);
/* First of a chain (continue with next_cover, next_merge); it may hold nodes of
 * other keys. */
arg_node_t *arg_find_cover(const arg_t *arg, const configuration_t *c, uint64_t key);
arg_node_t *arg_find_merge(const arg_t *arg, const configuration_t *c, uint64_t key);

/* This look comes soon. */
void arg_prefetch_cover(const arg_t *arg, const configuration_t *c, uint64_t key);

/* Removes the nodes below node that are reached only through it, and node
 * itself if with_node. Nodes that a removed one covered are uncovered and
 * passed to wake, as are parents outside that lose a child: both must be
 * explored (again). */
typedef void (*arg_wake_t)(void *context, arg_node_t *node);
void arg_remove_subtree(arg_t *arg, arg_node_t *node, bool with_node, arg_wake_t wake,
                        void *context);

/* All nodes, in order of creation. */
typedef VEC(arg_node_t *) arg_nodes_t;
void arg_list(const arg_t *arg, arg_nodes_t *out);
size_t arg_count(const arg_t *arg);

#endif
