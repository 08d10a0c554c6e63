#ifndef ENGINE_ORDER_UNWIND_INTERNAL_H
#define ENGINE_ORDER_UNWIND_INTERNAL_H

#include "engine/order/unwind.h"
#include "engine/order/wto.h"

/* A cell and what is in it. */
typedef struct cell_value {
    uint64_t key;
    const term_t *value;
} cell_value_t;

/* While threads are unwound, in the place of the node behind all others. */
enum { ORDER_LAST = UINT32_MAX - 1 };

/* Where one thread stands on all ways that have met here. */
typedef struct state {
    const term_t *guard;
    const term_t **regs;  /* of the frame; NULL: never set */
    size_t reg_count;
    VEC(cell_value_t) cells; /* memory that no other thread sees; sorted by key */
    uint32_t section;     /* node of the open atomic section, or NONE */
    uint32_t depth;       /* of atomic sections */
    bool is_alone;        /* no other thread was ever created: all memory is in cells */
} state_t;

/* An object that exists: a local of one frame, memory of one allocation, a thread's
 * own. Static ones are found by their address. Addresses are never used again. */
typedef struct instance {
    uint64_t address, size;
    const object_t *object;
    uint32_t thread, step; /* its contents are inputs of this step; NONE: of none */
    const term_t *bytes;   /* its size, if that is no constant: size is the largest */
} instance_t;

typedef VEC(state_t *) states_t;

/* A way out of a loop that constants closed, and these. */
typedef struct counted_exit {
    const edge_t *edge;
    uint64_t constants;
} counted_exit_t;

/* A loop that is being unwound. */
typedef struct loop_run {
    struct loop_run *outer;
    const wto_item_t *item;
    /* This round, a condition over constants other than in the last round has said that
     * the loop is not left. */
    bool is_counted;
    VEC(counted_exit_t) exits;
} loop_run_t;

typedef struct frame_run {
    struct frame_run *caller;
    const function_t *function;
    uint64_t base;
    states_t *pending;   /* by node: states that have come there */
    states_t returned;
    VEC(const term_t *) results;
    const term_t *entered; /* guard */
    const wto_t *wto;
    loop_run_t *loop;
} frame_run_t;

/* A value read where a node is left, for all edges that leave it. */
typedef struct shared_load {
    const expr_t *expr;
    const term_t *value;
    uint32_t node;
} shared_load_t;

typedef struct walker {
    unwinding_t *u;
    terms_t *terms;
    const unwind_options_t *options;
    arena_t *arena;
    wto_t **orders; /* by function */
    VEC(instance_t) instances; /* sorted by address */
    size_t enumerated;         /* instances there were when objects were first listed */
    bool was_incomplete;       /* ... and more came later */
    uint32_t thread;           /* being unwound */
    frame_run_t *frame;
    const edge_t *edge;
    uint32_t edge_node;        /* the node of the step, NONE: none yet */
    uint64_t stack_top, heap_top;
    uint32_t position;
    uint32_t next_symbol;
    size_t waiting;            /* states on other ways of the thread */
    VEC(shared_load_t) loads;
    bool shares_loads;
    bool has_trylock;
} walker_t;

/* States (state.c). */
state_t *state_new(size_t reg_count);
state_t *state_clone(const state_t *state);
void state_delete(state_t *state);
const term_t *state_cell(const state_t *state, uint64_t key); /* NULL: not there */
void state_set_cell(state_t *state, uint64_t key, const term_t *value);
void state_set_reg(state_t *state, reg_t reg, const term_t *value);
/* The list is consumed and emptied; NULL: none, or none that can be. */
state_t *states_merge(walker_t *w, states_t *list);
/* What a round did to mutexes; what is MUTEX_TAKEN_AGAIN counts as waiting only if the
 * round before did the same. */
typedef enum { MUTEX_UNUSED, MUTEX_GIVEN_BACK, MUTEX_TAKEN_AGAIN, MUTEX_CHANGED } mutex_use_t;
/* When nothing has changed since the other state was here, but dead registers: then
 * going on from here again is waiting. first_event, first_step: those since. */
const term_t *state_is_idle(walker_t *w, const state_t *before, const state_t *now,
                            const node_t *head, size_t first_event, size_t first_step,
                            mutex_use_t *mutexes);

/* Memory (unwind_memory.c). */
enum { KEY_MUTEX_SHIFT = 62 };
const instance_t *walker_instance(const walker_t *w, uint64_t address);
void walker_add_instance(walker_t *w, instance_t instance);
/* What a cell holds that nothing was written to. */
const term_t *walker_initial_cell(walker_t *w, uint64_t key);
uint64_t walker_object_address(const walker_t *w, const object_t *object);
const term_t *walker_load(walker_t *w, state_t *state, const term_t *address, const type_t *type);
void walker_store(walker_t *w, state_t *state, const term_t *address, const type_t *type,
                  const term_t *value);
void walker_havoc_object(walker_t *w, state_t *state, const object_t *object, uint32_t step);
/* Addresses of mutexes that the operand may be, with conditions. */
typedef struct address_case {
    uint64_t address;
    const term_t *condition;
} address_case_t;
typedef VEC(address_case_t) address_cases_t;
void walker_mutexes(walker_t *w, const state_t *state, const term_t *address, address_cases_t *out);
uint32_t walker_location(walker_t *w, location_kind_t kind, uint64_t address, unsigned bits,
                         const term_t *initial);
/* From now on others may look: what is in cells of shared objects becomes writes. */
void walker_publish(walker_t *w, state_t *state);

/* Events and what else is kept (unwind.c). */
const term_t *walker_symbol(walker_t *w, unsigned bits); /* 0: Boolean */
uint32_t walker_node(walker_t *w, state_t *state); /* of the step being made */
void walker_event(walker_t *w, bool is_write, uint32_t node, uint32_t location, const term_t *guard,
                  const term_t *value);
void walker_target(walker_t *w, state_t *state, uint32_t kind, const term_t *guard,
                   const char *text);
uint32_t walker_step(walker_t *w, const term_t *guard); /* its number */
void walker_input(walker_t *w, uint32_t step, uint64_t offset, const term_t *value);
/* A new guard that may be false whenever it likes, but implies the old one. */
const term_t *walker_may_wait(walker_t *w, const term_t *guard);
void walker_refuse(walker_t *w, const char *text);
const term_t *walker_evaluate(walker_t *w, state_t *state, const expr_t *expr);

/* Steps (unwind_step.c). The state is consumed; NULL: the way ends. */
state_t *walker_take_edge(walker_t *w, state_t *state, const edge_t *edge);
/* A call; what comes back (unwind.c). */
state_t *walker_call(walker_t *w, state_t *state, const edge_t *edge);

enum { MUTEX_BITS = 16 }; /* of what a mutex is: 0, or who holds it */

/* Where threads wait (unwind_wait.c); nothing but where deadlocks are asked for. before:
 * the guard of who has come there; after: of who goes on. */
void walker_wait_for_mutex(walker_t *w, const state_t *state, const term_t *before,
                           const term_t *after, const address_cases_t *mutexes);
void walker_wait_for_section(walker_t *w, const state_t *state);
/* When all threads are unwound: joins, and what it means that nobody can move. */
void walker_settle_waits(walker_t *w);

static inline order_thread_t *walker_thread(walker_t *w) {
    return &w->u->threads.data[w->thread];
}

#endif
