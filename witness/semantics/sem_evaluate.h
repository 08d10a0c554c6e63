#ifndef WITNESS_SEMANTICS_SEM_EVALUATE_H
#define WITNESS_SEMANTICS_SEM_EVALUATE_H

#include "util/hash.h"
#include "witness/semantics/cells.h"
#include "witness/semantics/sem_draft.h"
#include "witness/semantics/semantics.h"

/* Expressions and memory of one step; used by semantics.c alone. */

struct semantics {
    const program_t *program;
    terms_t *terms; /* NULL: concrete */
    configurations_t *configurations;
    cells_t cells;
    semantics_input_t input;
    void *input_context;
    sem_accesses_t *records;
    const bool *forgotten; /* per object; NULL: none */
    uint32_t fresh;
    bool shares_inputs, splits_truths;
    map64_t moves; /* (configuration, thread, edge) -> successor by a plain move */
    char reason[256];
    /* Set by sem_store, NULL if impossible: the address lies in an object that
     * has no cells of the size written, so the effect is not known. */
    const term_t *stray;
    /* Scratch, here so that no step allocates: */
    cells_places_t places;
    cells_addresses_t addresses;
    cells_addresses_t candidates; /* apart: evaluation uses addresses */
    sem_state_t next, base;
    sem_draft_t draft;
};

/* Who makes the step, and in which state its values are read and set. */
typedef struct sem_actor {
    semantics_t *semantics;
    sem_state_t *state;
    unsigned thread;
    const edge_t *edge;
    const frame_t *frame; /* top frame before the step */
    unsigned depth;       /* its number */
} sem_actor_t;

sem_value_t sem_fresh(semantics_t *semantics, variable_t variable, unsigned width);
/* false: the step stops, semantics->reason says why. */
bool sem_evaluate(const sem_actor_t *actor, const expr_t *expr, sem_value_t *out);
/* An operator (no REG, ADDR, SELF, LOAD) on the values of its operands. */
sem_value_t sem_apply(semantics_t *semantics, const expr_t *expr, const sem_value_t *operands);
bool sem_store(const sem_actor_t *actor, sem_value_t address, uint64_t size, sem_value_t value);
/* The value in another width, zero-extended. */
sem_value_t sem_resize(semantics_t *semantics, sem_value_t value, unsigned from, unsigned to);
/* Sets the reason; false. */
bool sem_stop(semantics_t *semantics, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
uint64_t sem_object_address(const sem_actor_t *actor, const object_t *object);

#endif
