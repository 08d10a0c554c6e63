#ifndef ENGINE_ORDER_WTO_H
#define ENGINE_ORDER_WTO_H

#include "cfa/program.h"

/* A weak topological order of a function's nodes (Bourdoncle 1993): every edge leads
 * forward, or to the head of a component that contains its start. */
typedef struct wto_item {
    const node_t *node;       /* a component: its head */
    bool is_component;
    struct wto_item *first;   /* of a component: what follows the head */
    struct wto_item *next;
    uint32_t from, to;        /* places in the order that it takes, both included */
} wto_item_t;

typedef struct wto {
    const wto_item_t *first;
    const uint32_t *place; /* in the order, by node->rpo */
    const bool *is_doomed; /* by node->rpo: whoever is there violates a property */
} wto_t;

/* Lives as long as the arena. */
wto_t *wto_new(arena_t *arena, const function_t *function);

/* Does the edge lead out of the component? */
static inline bool wto_leaves(const wto_t *wto, const wto_item_t *component, const edge_t *edge) {
    uint32_t to = wto->place[edge->to->rpo];
    return to < component->from || to > component->to;
}

#endif
