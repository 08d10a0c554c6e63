#ifndef WITNESS_ORDER_UNFOLDER_H
#define WITNESS_ORDER_UNFOLDER_H

#include "witness/order/unfold.h"
#include "witness/order/way.h"
#include "witness/semantics/cells.h"

/* The work of unfold.c, unfold_step.c and unfold_memory.c. */

/* What was read at the node that the way leaves: edges that leave it share it. */
typedef struct unfold_load {
    const expr_t *expr;
    sem_value_t value;
} unfold_load_t;

/* Something that others see was changed, if the condition holds. */
typedef struct unfold_effect {
    const term_t *condition;
    uint32_t mutex; /* location that was locked or freed, NONE: something else */
    bool takes;
} unfold_effect_t;

typedef struct unfolder {
    const program_t *program;
    terms_t *terms;
    const unfold_proof_t *proof;
    const check_limits_t *limits;
    events_t *events;
    const char *why; /* not NULL: given up */
    semantics_t *semantics;
    cells_t cells;
    nest_t *nest;
    uint32_t next_symbol;
    size_t steps;
    /* Heap objects of all threads, also of the unfolding before this one. */
    VEC(heap_object_t) heap;
    bool has_new_object, has_listed_objects;
    /* Rounds that take and give back mutexes were left out, which is all right as long as each
     * mutex is freed by those who hold it, and nobody asks whether it is free. */
    bool trusts_mutexes, has_odd_unlock, asks_for_mutexes;
    map64_t owners; /* address of an object that is not shared -> its thread and one */
    /* The thread that is unfolded. */
    uint32_t thread;
    uint64_t heap_top;
    VEC(way_t *) ways;
    VEC(unfold_effect_t) effects;
    VEC(visit_t *) visits;
    frame_t lowest;     /* of main */
    VEC(thread_t) view; /* threads of the configuration in which objects are looked up */
    /* The step that is made. */
    const edge_t *edge;
    uint32_t node;      /* NONE: it has none yet */
    size_t edge_count;  /* that leave the node */
    VEC(unfold_load_t) loads;
    cells_places_t places;
    cells_addresses_t addresses;
} unfolder_t;

/* unfold.c */
const term_t *unfolder_symbol(unfolder_t *u, unsigned bits); /* 0: Bool */
void unfolder_give_up(unfolder_t *u, const char *why);
/* The node of the step. */
uint32_t unfolder_node(unfolder_t *u, way_t *way);
/* From here on it may never get on. */
void unfolder_begin_segment(unfolder_t *u);
const term_t *unfolder_reached(const unfolder_t *u);
/* Whoever is on the way and satisfies the condition (NULL: whoever) has come to what must not
 * be; the way goes on without them. false: nobody is left. */
bool unfolder_target(unfolder_t *u, way_t *way, const term_t *condition, const char *what);
/* What ends the run, or the section, ends the section well. */
void unfolder_complete(unfolder_t *u, const way_t *way, const term_t *guard);
void unfolder_fact(unfolder_t *u, const term_t *fact);
void unfolder_effect(unfolder_t *u, const term_t *condition);
/* The way takes the mutex, or gives it back. */
void unfolder_mutex_effect(unfolder_t *u, way_t *way, uint32_t mutex, bool takes,
                           const term_t *condition);
/* The way stands somewhere now, and is followed later. */
void unfolder_arrive(unfolder_t *u, way_t *way);
uint32_t unfolder_add_thread(unfolder_t *u, const function_t *function, uint32_t creator,
                             const term_t *guard, const term_t *argument);

/* unfold_step.c: along u->edge. The way is consumed. */
void unfolder_step(unfolder_t *u, way_t *way);

/* unfold_memory.c: false: the way ends there. */
typedef struct unfold_case {
    uint64_t address;
    const term_t *condition;
} unfold_case_t;
typedef VEC(unfold_case_t) unfold_cases_t;
bool unfolder_evaluate(unfolder_t *u, way_t *way, const expr_t *expr, sem_value_t *out);
bool unfolder_store(unfolder_t *u, way_t *way, sem_value_t address, uint64_t size,
                    sem_value_t value);
bool unfolder_havoc_object(unfolder_t *u, way_t *way, const object_t *object);
/* The mutexes that are meant. */
bool unfolder_mutexes(unfolder_t *u, way_t *way, const expr_t *address, unfold_cases_t *out);
void unfolder_access(unfolder_t *u, way_t *way, bool is_write, uint32_t location,
                     const term_t *guard, const term_t *value);
uint32_t unfolder_mutex(unfolder_t *u, uint64_t address);
/* Another thread will run: what it may reach becomes events. */
void unfolder_publish(unfolder_t *u, way_t *way);
void unfolder_use(unfolder_t *u, const way_t *way, uint64_t object, uint32_t node,
                  const term_t *guard, use_kind_t kind);
bool unfolder_find_heap(const unfolder_t *u, uint64_t address, size_t *index);
/* The objects that exist for the way. Valid until the next call. */
configuration_t unfolder_objects(unfolder_t *u, const way_t *way);

#endif
