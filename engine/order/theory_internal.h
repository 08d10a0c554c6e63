#ifndef ENGINE_ORDER_THEORY_INTERNAL_H
#define ENGINE_ORDER_THEORY_INTERNAL_H

#include "engine/order/theory.h"

enum { THEORY_NONE = UINT32_MAX };

typedef struct theory_node {
    uint32_t chain, index;
    uint32_t out;             /* newest edge from here, or NONE */
    VEC(uint32_t) writes;     /* in it */
    VEC(uint32_t) reads;      /* sources whose read is in it */
    VEC(uint32_t) arriving;   /* conditional edges to it */
} theory_node_t;

/* EDGE_GIVEN holds by its literal; the others follow from a source that is read, a
 * write that happens, and a path that was there before the edge. */
typedef enum { EDGE_GIVEN, EDGE_SERIAL, EDGE_FROM_READ } theory_edge_kind_t;

typedef struct theory_edge {
    uint32_t from, to;
    uint32_t next; /* older edge of the same node */
    theory_edge_kind_t kind;
    int literal;             /* GIVEN */
    uint32_t source, write;  /* derived */
    uint64_t explained;      /* in which explanation it was last */
} theory_edge_t;

typedef struct theory_write {
    uint32_t location, node, position;
    int happens;
    bool is_on;
    VEC(uint32_t) sources; /* that read from it */
} theory_write_t;

typedef struct theory_source {
    uint32_t write, node, position;
    int literal;
} theory_source_t;

typedef struct theory_choice { /* a conditional edge */
    uint32_t from, to;
    int literal;
} theory_choice_t;

typedef VEC(uint32_t) theory_chain_t;

typedef struct theory_location {
    VEC(uint32_t) writes;
    VEC(uint32_t) active; /* sources that are read now, a stack */
} theory_location_t;

/* What a literal means when it becomes true. */
typedef enum { MEANS_SOURCE, MEANS_WRITE, MEANS_EDGE } theory_meaning_kind_t;
typedef struct theory_meaning {
    theory_meaning_kind_t kind;
    uint32_t number, next;
} theory_meaning_t;

typedef struct theory_undo {
    uint32_t *place;
    uint32_t old;
} theory_undo_t;

typedef struct theory_level {
    size_t trail, head, edges, undo, done, consequences;
} theory_level_t;

/* Things switched on, to be switched off in reverse. */
typedef struct theory_done {
    bool is_write;
    uint32_t number;
} theory_done_t;

/* A literal that follows, and why: by a path, or by a write between a source and its
 * read. */
typedef struct theory_consequence {
    int literal;
    uint32_t from, to;    /* the path */
    uint32_t source, write; /* NONE: the path alone */
    size_t edges;         /* older ones than this count */
} theory_consequence_t;

struct theory {
    uint32_t chain_count;
    VEC(theory_node_t) nodes;
    VEC(theory_chain_t) chains; /* nodes */
    /* nodes x chains: the first index of the chain that comes after (or is) the node,
     * and 1 + the last one that comes before (or is) it. */
    VEC(uint32_t) after, before;
    VEC(theory_edge_t) edges; /* a stack */
    VEC(theory_write_t) writes;
    VEC(theory_source_t) sources;
    VEC(theory_choice_t) choices;
    VEC(theory_location_t) locations;
    VEC(theory_meaning_t) meanings;
    VEC(uint32_t) meaning_of;  /* by literal: first meaning or NONE */
    VEC(int8_t) values;        /* by variable */
    VEC(int) trail;
    size_t head;               /* of the trail: looked at up to here */
    VEC(theory_undo_t) undo;
    VEC(theory_done_t) done;
    VEC(theory_level_t) levels;
    VEC(uint32_t) changed;     /* nodes whose clocks changed and that were not looked at */
    VEC(bool) is_changed;
    bool has_conflict;
    theory_literals_t clause;  /* the conflict, or the last reason */
    theory_literals_t reason;
    VEC(theory_consequence_t) consequences; /* found, and not told yet; then told */
    size_t told;
    VEC(uint32_t) consequence_of; /* by literal */
    /* Explanations: */
    uint64_t round;
    VEC(uint64_t) seen_node;
    VEC(uint32_t) way;  /* per node: the edge it was reached by, NONE: along the chain */
    VEC(uint32_t) came; /* ... and from which node */
    VEC(uint32_t) queue;
    VEC(uint32_t) open_edges;
    theory_counts_t counts;
};

static inline size_t theory_literal_index(int literal) {
    return literal > 0 ? 2 * (size_t)literal : 2 * (size_t)-literal + 1;
}
static inline uint32_t *theory_after(const theory_t *t, uint32_t node) {
    return &t->after.data[(size_t)node * t->chain_count];
}
static inline uint32_t *theory_until(const theory_t *t, uint32_t node) {
    return &t->before.data[(size_t)node * t->chain_count];
}
/* The node itself counts. */
static inline bool theory_reaches(const theory_t *t, uint32_t a, uint32_t b) {
    return theory_after(t, a)[t->nodes.data[b].chain] <= t->nodes.data[b].index;
}
/* 1: true, -1: false, 0: open */
static inline int theory_value(const theory_t *t, int literal) {
    if (!literal) return 1;
    int8_t value = t->values.data[literal < 0 ? -literal : literal];
    return literal < 0 ? -value : value;
}

/* Explanations (theory_explain.c): literals to a clause. */
void theory_explain_begin(theory_t *t, theory_literals_t *clause);
/* Why there is a path by edges older than this many. */
void theory_explain_path(theory_t *t, uint32_t from, uint32_t to, size_t edges,
                         theory_literals_t *clause);
/* Why the edge, which is not in the graph, and a path from its end to its start. */
void theory_explain_cycle(theory_t *t, const theory_edge_t *last, theory_literals_t *clause);
void theory_explain_literal(int literal, theory_literals_t *clause);

#endif
