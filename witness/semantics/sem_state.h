#ifndef WITNESS_SEMANTICS_SEM_STATE_H
#define WITNESS_SEMANTICS_SEM_STATE_H

#include "cfa/configuration.h"
#include "solver/term.h"

/* States of the evidence: a configuration, a store that gives variables their
 * values, and a path condition. A value is a constant or a term, so the same
 * state serves concrete replay (constants only, no term is ever built) and the
 * symbolic check of a proof. Independent of the states of the exploration. */

/* term NULL: the constant bits. Values of width 1 are truths: their terms are
 * of sort Bool; all others are bit-vectors. */
typedef struct sem_value {
    const term_t *term;
    uint64_t bits;
} sem_value_t;

static inline sem_value_t sem_value_const(uint64_t bits) {
    return (sem_value_t){NULL, bits};
}
static inline bool sem_value_is_const(sem_value_t value) {
    return !value.term;
}
/* A constant if the term is one. */
sem_value_t sem_value_of_term(const term_t *term);
const term_t *sem_value_term(terms_t *terms, sem_value_t value, unsigned width);

typedef struct sem_entry {
    variable_t variable;
    sem_value_t value;
} sem_entry_t;

/* Threads whose inputs are counted apart; others share a count. */
#define SEM_INPUT_COUNTS 8

/* A variable that is not in the store has an arbitrary value, with one
 * exception: while memory_is_initial, cells of static objects that are not in
 * the store still have their initial contents. */
typedef struct sem_state {
    const configuration_t *configuration;
    VEC(sem_entry_t) store; /* sorted by variable */
    const term_t *condition;  /* NULL: true */
    bool memory_is_initial;
    /* Inputs on the way here, by thread; never less (semantics_share_inputs). */
    uint32_t inputs[SEM_INPUT_COUNTS];
} sem_state_t;

void sem_state_free(sem_state_t *state);
void sem_state_copy(sem_state_t *to, const sem_state_t *from);
/* NULL if it is not in the store; valid until the store changes. */
sem_value_t *sem_state_find(const sem_state_t *state, variable_t variable);
void sem_state_set(sem_state_t *state, variable_t variable, sem_value_t value);
void sem_state_forget(sem_state_t *state, variable_t variable);
/* Registers of the frames of thread at this depth and above it. */
void sem_state_forget_registers(sem_state_t *state, unsigned thread, unsigned depth);
/* Cells with from <= address < to. */
void sem_state_forget_cells(sem_state_t *state, uint64_t from, uint64_t to);
/* No condition, and constants only. */
bool sem_state_is_known(const sem_state_t *state);
/* Conjoins a term to the condition. */
void sem_state_require(sem_state_t *state, terms_t *terms, const term_t *condition);
/* The condition as a term. */
const term_t *sem_state_condition(const sem_state_t *state, terms_t *terms);

#endif
