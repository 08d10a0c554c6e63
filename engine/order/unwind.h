#ifndef ENGINE_ORDER_UNWIND_H
#define ENGINE_ORDER_UNWIND_H

#include "cfa/program.h"
#include "cfa/property.h"
#include "engine/order/effort.h"
#include "solver/term.h"
#include "util/hash.h"

/* The program as guarded straight code, one piece per thread: calls inlined, loops
 * and recursion up to a bound, all ways merged where they meet. What remains of shared
 * memory are events; all other values are terms over the values that events read and
 * over inputs. No interleaving is chosen here. */

enum { ORDER_NONE = UINT32_MAX };

/* A step that no other thread interrupts: one access, or an atomic section. */
typedef struct order_node {
    uint32_t thread; /* the node behind all others: of none */
    /* A section: it was begun, and it came to its end (or to a target). Its events
     * happen only if it is complete: who waits inside has not begun. */
    const term_t *begun, *complete;
} order_node_t;

typedef enum { LOCATION_MEMORY, LOCATION_MUTEX } location_kind_t;
typedef struct order_location {
    location_kind_t kind;
    uint64_t address;
    unsigned bits;
    const term_t *initial; /* what is there before the first write */
} order_location_t;

typedef struct order_event {
    bool is_write;
    uint32_t node, position, location;
    const term_t *guard; /* it happens */
    const term_t *value;
} order_event_t;

/* One edge taken, for the trace. */
typedef struct order_step {
    const edge_t *edge;
    const term_t *guard; /* it is taken, and does not wait */
    uint32_t node;       /* it belongs to; NONE: to nothing that others see */
    uint32_t other;      /* CREATE: the thread; JOIN, DETACH: of the joins */
} order_step_t;

/* A value of the environment. */
typedef struct order_input {
    uint32_t thread, step;
    uint64_t offset;
    const term_t *value;
} order_input_t;

typedef struct order_join {
    uint32_t thread, node;
    const term_t *value; /* number of the thread that is meant */
    const term_t *before, *after; /* it waits; it is done */
    const term_t *exit_value; /* what it gives, or NULL */
    bool is_inside;   /* of an atomic section */
    bool is_certain;  /* the rest of its thread happens only after it */
    bool is_detach;
    const edge_t *edge;
} order_join_t;

/* Is this thread meant? */
static inline const term_t *order_join_is(terms_t *terms, const order_join_t *join,
                                          uint32_t thread) {
    return term_equal(terms, join->value, term_const(terms, join->value->sort.width, thread));
}

/* A place at which a thread may stand for ever. */
typedef struct order_wait {
    uint32_t thread;
    uint32_t section;   /* that it does not enter, or NONE */
    const term_t *here; /* it does, and nothing lets it go on in the end */
} order_wait_t;

/* Contents of a static object that the program does not define. */
typedef struct order_memory {
    uint64_t address;
    unsigned size;
    const term_t *value;
} order_memory_t;

/* Places that are asked for. */
enum {
    TARGET_CUT,
    TARGET_UNSUPPORTED,
    TARGET_STUCK, /* every thread that has not ended waits */
    TARGET_ERROR, /* and behind it one for each property */
    TARGET_KIND_COUNT = TARGET_ERROR + PROPERTY_MAX
};
typedef struct order_target {
    uint32_t kind;
    uint32_t node;
    const term_t *guard;
    const edge_t *edge;
    const char *text; /* UNSUPPORTED: what, or NULL: the text of the edge */
} order_target_t;

typedef struct order_exit { /* the program ends */
    uint32_t node;
    const term_t *guard;
} order_exit_t;

typedef struct order_thread {
    const function_t *function;
    uint32_t creator;           /* node, NONE: main */
    const term_t *start, *argument;
    const term_t *ended, *exit_value;
    uint32_t end;               /* node */
    VEC(order_step_t) steps;
} order_thread_t;

typedef struct unwinding {
    const program_t *program;
    terms_t *terms;
    uint32_t bound;
    VEC(order_thread_t) threads;
    VEC(order_node_t) nodes;    /* of one thread in its order */
    VEC(order_event_t) events;
    VEC(order_location_t) locations;
    VEC(order_input_t) inputs;
    VEC(order_join_t) joins;
    VEC(order_target_t) targets;
    VEC(order_exit_t) exits;
    VEC(order_wait_t) waits;
    uint32_t last; /* node behind all others, in which what waits looks again; NONE: none */
    VEC(order_memory_t) unknown;
    VEC(const term_t *) facts;  /* hold in every run */
    map64_t location_ids;
    map64_t unknown_ids;        /* cells of unknown contents -> id of their symbol */
    /* How far it went: rounds of a loop by its head's id, frames by function->id. */
    uint32_t *rounds, *frames;
    map64_t implied;            /* id of a symbol that is a guard -> id of what it implies */
    /* Something that has no encoding at all was met, whether it can be reached or not. */
    const edge_t *refused;
    const char *refusal;
    const char *limit; /* the unwinding was given up, and why */
    bool is_too_large; /* ... because there is too much of it */
} unwinding_t;

typedef struct unwind_options {
    uint32_t bound;      /* rounds of loops, 0: straight ways only */
    bool bounds_counted; /* also of loops that constants count, once there are threads */
    bool looks_for_stuck; /* deadlocks are asked for */
    uint32_t max_threads;
    effort_t *effort;
} unwind_options_t;
unwinding_t *unwind(const program_t *program, terms_t *terms, const unwind_options_t *options);
void unwinding_delete(unwinding_t *unwinding);

/* Does a guard imply another, as far as can be seen? */
bool unwinding_implies(const unwinding_t *unwinding, const term_t *a, const term_t *b);

#endif
