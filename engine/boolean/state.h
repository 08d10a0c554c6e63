#ifndef ENGINE_BOOLEAN_STATE_H
#define ENGINE_BOOLEAN_STATE_H

#include "cfa/boolean.h"
#include "engine/boolean/future.h"
#include "solver/aig.h"

/* Symbolic states of a Boolean program (Definition 3 of the report on BOPPO): where each thread
 * stands, explicitly; every variable as a formula over choices; and a guard that says which
 * choices count. A state stands for all that choices under the guard give. */

typedef struct bstate bstate_t;

/* A step of a thread out of a state, with the choices that it makes: inputs of the graph, one
 * after the other. */
typedef struct bmove {
    const bstep_t *step; /* NULL: the beginning of the program, or two states become one */
    uint32_t thread;
    aig_lit_t first_choice;
} bmove_t;

struct bstate {
    uint32_t id; /* in the order in which they are expanded; UINT32_MAX: not yet */
    uint32_t thread_count, value_count;
    const bnode_t *const *nodes; /* per thread; those that have ended are gone */
    const aig_lit_t *values;     /* the globals, then the locals of each thread */
    aig_lit_t guard;
    uint64_t hash; /* of the nodes */
    /* How it came about. Two states with the same nodes may become one: then a choice says
     * which of them it is, from if it holds, else other. */
    bmove_t move;
    bstate_t *from, *other;
    aig_lit_t is_from; /* that choice */
    /* The search: */
    const struct bpick *alone; /* threads that were followed alone, in order */
    size_t alone_count;
    bool is_full;   /* ... and the moves that they kept waiting were made, too */
    bstate_t *into; /* the state that it became a part of, or that covers it */
    bool is_merged; /* it became a part of another one: */
    bool is_first;  /* ... if that one's choice holds */
    bstate_t *sibling; /* the state that was made from the same one before it */
    bstate_t *last;    /* the last one that was made from it */
};

/* A thread that is followed alone, and under which guard. */
typedef struct bpick {
    uint32_t thread;
    aig_lit_t guard;
} bpick_t;

typedef struct simulator {
    const boolean_t *boolean;
    const future_t *future;
    aig_t *aig;
    arena_t *arena;
    aig_lits_t scratch, next; /* values being made */
    VEC(const bnode_t *) nodes;
} simulator_t;

void simulator_init(simulator_t *sim, const boolean_t *boolean, const future_t *future, aig_t *aig);
void simulator_free(simulator_t *sim);

/* One thread at the entry of the first routine; every variable has any value. */
bstate_t *simulate_start(simulator_t *sim);
/* The state after a step (Table 2), under this guard; NULL: constants say that there is none. The
 * step is one of the thread's, and not one that waits for others. */
bstate_t *simulate_step(simulator_t *sim, bstate_t *state, uint32_t thread, const bstep_t *step,
                        aig_lit_t guard);
/* All threads at a step of this event make it together; NULL: there are not two of them. thread
 * is one of them. */
bstate_t *simulate_sync(simulator_t *sim, bstate_t *state, uint32_t thread, uint32_t event,
                        aig_lit_t guard);
/* Both in one; they have the same nodes. */
bstate_t *simulate_merge(simulator_t *sim, bstate_t *a, bstate_t *b);

/* Which choices let the step be made. Only of steps whose condition makes no choice and that have
 * no constraint. */
bool simulate_is_plain(const bnode_t *node);
aig_lit_t simulate_enabled(simulator_t *sim, const bstate_t *state, uint32_t thread);

/* Where the values of a thread's own variables begin. */
uint32_t bstate_locals(const boolean_t *boolean, const bstate_t *state, uint32_t thread);
bool bstate_same_nodes(const bstate_t *a, const bstate_t *b);

#endif
