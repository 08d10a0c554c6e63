/* Pass turns.
 * requires: loops, sharing
 * provides: node->is_turn
 * breaks:   nothing
 *
 * Reductions must look at all threads somewhere on every cycle (docs/por.md, progress): where the
 * next step leaves a turn. Every cycle of a function has one. Its cheapest place is a step at which
 * others have to be looked at anyway, such as a LOCK, rather than one at the end of the round.
 *
 * An edge u -> h that goes back closes cycles. If h dominates u, each of them goes over all
 * nodes that h dominates and that dominate u: the way from the entry to h does not need these,
 * so the way from h to u does. Any one of them may be the turn, else it is u itself. */
#include "cfa/passes.h"

/* Which nodes are good turns: the smaller, the better. */
enum { TURN_ALREADY, TURN_AT_LOCK, TURN_AT_SECTION, TURN_AT_ACCESS, TURN_ANYWHERE };

/* Dominators of one function, by the places of its nodes in reverse post-order. */
typedef struct {
    node_t **order;
    uint32_t *above; /* the immediate dominator; the entry is its own */
    uint32_t count;
} dominators_t;

static uint32_t common_dominator(const dominators_t *d, uint32_t a, uint32_t b) {
    while (a != b)
        if (a > b)
            a = d->above[a];
        else
            b = d->above[b];
    return a;
}

/* One round of Cooper, Harvey and Kennedy, A Simple, Fast Dominance Algorithm, 2001. */
static bool improve(dominators_t *d) {
    bool changed = false;
    for (uint32_t i = 1; i < d->count; i++) {
        const node_t *node = d->order[i];
        uint32_t above = UINT32_MAX;
        for (size_t k = 0; k < node->in.len; k++) {
            uint32_t from = node->in.data[k]->from->rpo;
            if (d->above[from] == UINT32_MAX) continue;
            above = above == UINT32_MAX ? from : common_dominator(d, above, from);
        }
        changed |= d->above[i] != above;
        d->above[i] = above;
    }
    return changed;
}

static dominators_t dominators_of(const function_t *function) {
    dominators_t d = {.count = (uint32_t)function->nodes.len};
    d.order = mem_alloc(d.count * sizeof *d.order);
    d.above = mem_alloc(d.count * sizeof *d.above);
    for (uint32_t i = 0; i < d.count; i++) {
        d.order[function->nodes.data[i]->rpo] = function->nodes.data[i];
        d.above[i] = UINT32_MAX;
    }
    d.above[0] = 0;
    while (improve(&d)) continue;
    return d;
}

static unsigned quality(const node_t *node) {
    unsigned best = TURN_ANYWHERE;
    if (node->is_turn) return TURN_ALREADY;
    for (size_t i = 0; i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        unsigned own = TURN_ANYWHERE;
        if (edge->access.shared) own = TURN_AT_ACCESS;
        if (edge->kind == EDGE_ATOMIC_BEGIN) own = TURN_AT_SECTION;
        if (edge->kind == EDGE_LOCK) own = TURN_AT_LOCK;
        if (own < best) best = own;
    }
    return best;
}

/* The turn of the cycles that an edge from u back to h closes. */
static node_t *choose_turn(const dominators_t *d, node_t *u, const node_t *h) {
    /* So that many edges back from deep places cost no more than their number. */
    enum { LONGEST = 1000 };
    node_t *best = u;
    uint32_t at = u->rpo;
    for (unsigned i = 0; at > h->rpo && i < LONGEST; i++) {
        if (quality(d->order[at]) < quality(best)) best = d->order[at];
        at = d->above[at];
    }
    if (at != h->rpo) return u;
    return quality(h) < quality(best) ? d->order[at] : best;
}

static void turns_in_function(const function_t *function) {
    dominators_t d = dominators_of(function);
    for (uint32_t i = 0; i < d.count; i++) {
        node_t *u = d.order[i];
        for (size_t k = 0; k < u->out.len; k++) {
            const node_t *h = u->out.data[k]->to;
            if (h->rpo <= u->rpo) choose_turn(&d, u, h)->is_turn = true;
        }
    }
    mem_free(d.order);
    mem_free(d.above);
}

void turns_run(program_t *program) {
    for (size_t i = 0; i < program->nodes.len; i++) program->nodes.data[i]->is_turn = false;
    for (size_t i = 0; i < program->functions.len; i++)
        if (program->functions.data[i]->entry) turns_in_function(program->functions.data[i]);
}
