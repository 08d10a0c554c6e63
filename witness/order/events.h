#ifndef WITNESS_ORDER_EVENTS_H
#define WITNESS_ORDER_EVENTS_H

#include "cfa/proof.h"
#include "solver/term.h"
#include "util/hash.h"
#include "util/vec.h"

/* What is left of a program when each of its threads has been unfolded: accesses to memory
 * that other threads reach, and what their order must obey. Nothing is said of how the
 * threads are interleaved.
 *
 * A node is what no other thread interrupts: a step, or an atomic section. The nodes of a
 * thread are numbered as they were unfolded, so of two on one way the earlier comes first.
 *
 * Who waits has not come to an end, and a run may end anywhere. So each thread has
 * segments, which begin where it may wait: the run comes into a segment or not, into the
 * next one only after this one, and then all of it happens whose guard holds. */

enum { EVENTS_NONE = UINT32_MAX };

typedef struct ev_node {
    uint32_t thread, segment;
    uint32_t chain; /* number among the nodes of its thread */
    /* Of an atomic section: guards of its begin, and of its end or whatever ends the run. */
    const term_t *begun, *complete;
} ev_node_t;

typedef struct ev_segment {
    const term_t *reached; /* a symbol */
} ev_segment_t;

typedef struct ev_access {
    bool is_write;
    uint32_t node, location;
    const term_t *guard, *value; /* a read: a symbol */
} ev_access_t;

typedef struct ev_location {
    const term_t *initial;
    bool is_mutex;
    VEC(uint32_t) reads, writes; /* accesses; of one thread in their order */
} ev_location_t;

/* Something that must not be. */
typedef struct ev_target {
    uint32_t thread, segment;
    uint32_t node; /* the last one before it, or its section; NONE: the thread has begun */
    const term_t *guard;
    const edge_t *edge;
    const char *what;
} ev_target_t;

typedef struct ev_exit { /* the program ends */
    uint32_t node;
    const term_t *guard;
} ev_exit_t;

/* A join, or a detach. */
typedef struct ev_join {
    bool is_detach;
    bool is_certain; /* whatever its thread does later comes after it */
    uint32_t node;
    uint32_t before, segment_before; /* where the thread was when it came there */
    const term_t *guard;
    const term_t *value; /* the number of the thread that is meant */
    const term_t *result; /* a symbol, NULL: it is not asked for */
    const edge_t *edge;
} ev_join_t;

/* A heap object is used, ends, or both: who frees it uses it. */
typedef enum { USE_ACCESS = 1, USE_END = 2, USE_FREE = USE_ACCESS | USE_END } use_kind_t;
typedef struct ev_use {
    use_kind_t kind;
    bool is_early;   /* there was no other thread yet */
    uint64_t object; /* its address */
    uint32_t thread, segment;
    uint32_t node; /* NONE: only this thread has the object */
    const term_t *guard;
    const edge_t *edge;
} ev_use_t;

typedef struct ev_thread {
    const function_t *function;
    uint32_t creator;      /* node; NONE: main */
    const term_t *guard;   /* of its creation */
    const term_t *argument; /* or NULL */
    const term_t *ended, *result;
    numbers_t nodes;
    uint32_t segment; /* the last one so far */
} ev_thread_t;

typedef struct events {
    VEC(ev_node_t) nodes;
    VEC(ev_segment_t) segments;
    VEC(ev_access_t) accesses;
    VEC(ev_location_t) locations;
    VEC(ev_target_t) targets;
    VEC(ev_exit_t) exits;
    VEC(ev_join_t) joins;
    VEC(ev_use_t) uses;
    VEC(ev_thread_t) threads; /* by their numbers */
    term_vec_t facts;       /* hold in every run */
    map64_t location_of;      /* variable or mutex -> number */
} events_t;

void events_free(events_t *events);

#endif
