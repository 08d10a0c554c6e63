#include "engine/order/theory_internal.h"

/* Why something holds: paths over edges that are older than what they explain,
 * searched when a clause is asked for and not before. */

void theory_explain_begin(theory_t *t, theory_literals_t *clause) {
    t->round++;
    VEC_CLEAR(*clause);
    VEC_CLEAR(t->open_edges);
}

void theory_explain_literal(int literal, theory_literals_t *clause) {
    if (!literal) return;
    for (size_t i = 0; i < clause->len; i++)
        if (clause->data[i] == -literal) return;
    VEC_PUSH(*clause, -literal);
}

/* Going along a chain costs no literal, so a chain is followed at once, as long as
 * the goal can be reached from it. */
static void visit(theory_t *t, uint32_t node, uint32_t from, uint32_t edge, uint32_t goal,
                  uint64_t search) {
    while (t->seen_node.data[node] != search) {
        const theory_node_t *at = &t->nodes.data[node];
        t->seen_node.data[node] = search;
        t->came.data[node] = from;
        t->way.data[node] = edge;
        VEC_PUSH(t->queue, node);
        if (at->index + 1 == t->chains.data[at->chain].len) return;
        from = node;
        node = t->chains.data[at->chain].data[at->index + 1];
        edge = THEORY_NONE;
        if (!theory_reaches(t, node, goal)) return;
    }
}

/* Breadth first in the number of edges, over nodes from which the goal can be reached. */
static void search_path(theory_t *t, uint32_t from, uint32_t to, size_t edges) {
    uint64_t search = ++t->round;
    VEC_CLEAR(t->queue);
    visit(t, from, THEORY_NONE, THEORY_NONE, to, search);
    for (size_t head = 0; head < t->queue.len && t->seen_node.data[to] != search; head++) {
        uint32_t node = t->queue.data[head];
        for (uint32_t e = t->nodes.data[node].out; e != THEORY_NONE; e = t->edges.data[e].next)
            if (e < edges && theory_reaches(t, t->edges.data[e].to, to))
                visit(t, t->edges.data[e].to, node, e, to, search);
    }
}

/* The edges of the path found; derived ones are explained later, once. */
static void collect(theory_t *t, uint32_t from, uint32_t to) {
    for (uint32_t node = to; node != from; node = t->came.data[node])
        if (t->way.data[node] != THEORY_NONE) VEC_PUSH(t->open_edges, t->way.data[node]);
}

static void open_path(theory_t *t, uint32_t from, uint32_t to, size_t edges) {
    if (from == to) return;
    search_path(t, from, to, edges);
    collect(t, from, to);
}

/* What the edge itself rests on; age: the number of edges older than it. */
static void explain_edge(theory_t *t, const theory_edge_t *edge, size_t age,
                         theory_literals_t *clause) {
    if (edge->kind == EDGE_GIVEN) {
        theory_explain_literal(edge->literal, clause);
        return;
    }
    const theory_source_t *source = &t->sources.data[edge->source];
    const theory_write_t *write = &t->writes.data[edge->write];
    theory_explain_literal(source->literal, clause);
    theory_explain_literal(write->happens, clause);
    if (edge->kind == EDGE_SERIAL)
        open_path(t, write->node, source->node, age);
    else
        open_path(t, t->writes.data[source->write].node, write->node, age);
}

static void explain_open(theory_t *t, uint64_t explanation, theory_literals_t *clause) {
    while (t->open_edges.len) {
        uint32_t edge = VEC_POP(t->open_edges);
        if (t->edges.data[edge].explained >= explanation) continue;
        t->edges.data[edge].explained = ++t->round;
        explain_edge(t, &t->edges.data[edge], edge, clause);
    }
}

void theory_explain_path(theory_t *t, uint32_t from, uint32_t to, size_t edges,
                         theory_literals_t *clause) {
    uint64_t explanation = ++t->round;
    open_path(t, from, to, edges);
    explain_open(t, explanation, clause);
}

void theory_explain_cycle(theory_t *t, const theory_edge_t *last, theory_literals_t *clause) {
    uint64_t explanation = ++t->round;
    explain_edge(t, last, t->edges.len, clause);
    open_path(t, last->to, last->from, t->edges.len);
    explain_open(t, explanation, clause);
}
