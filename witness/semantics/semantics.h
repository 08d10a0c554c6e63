#ifndef WITNESS_SEMANTICS_SEMANTICS_H
#define WITNESS_SEMANTICS_SEMANTICS_H

#include "witness/semantics/sem_state.h"

/* The step semantics of a program, written for the evidence alone: nothing of
 * it is shared with the exploration. What each kind of edge does is said in
 * cfa/program.h; what is decided here beyond that:
 *
 * - A new thread gets the lowest free number. The slots of ended and joined
 *   (or detached) threads are free; free slots at the end are cut off.
 * - A mutex is not recursive: who locks what it holds waits for ever. Anybody
 *   may unlock; unlocking a free mutex does nothing. A thread that ends keeps
 *   its mutexes.
 * - While a running thread is inside an atomic section only that thread moves.
 * - An access at a constant address must meet a cell of a live object, or the
 *   step stops with a reason. At an address that is not constant all cells of
 *   its size are meant that edge->access allows and that exist; an address
 *   outside all of them reads an arbitrary value and writes nothing (programs
 *   are assumed to be memory-safe).
 * - A new heap object lies in the first gap of its thread's region where it fits;
 *   no bytes are taken as one. A freed object is gone from the configuration, unless
 *   its site is watched: then it keeps its place. */

#define SEMANTICS_MAX_CELLS 4096 /* a dereference that may reach more is given up */
/* A write to an unknown address that may reach more does not enter cells of
 * unknown contents into the store: they stay unknown. */
#define SEMANTICS_MAX_ENTERED 256

typedef enum {
    SEM_NEXT,  /* to state */
    SEM_ERROR, /* the property is violated if state->condition can be satisfied */
    SEM_STOP,  /* what happens is not defined or not modelled: reason */
} sem_step_kind_t;

typedef struct sem_step {
    sem_step_kind_t kind;
    unsigned thread;
    const edge_t *edge;
    sem_state_t *state;     /* the caller may change or swap its contents */
    const char *reason; /* STOP; valid during the call */
} sem_step_t;

/* Called for each step; false ends the enumeration. It must not ask the same
 * semantics for further steps. */
typedef bool (*sem_sink_t)(void *context, const sem_step_t *step);

/* One access to memory as it happened. */
typedef struct sem_access {
    variable_t variable;
    bool is_write;
    sem_value_t before, after; /* equal for a read */
} sem_access_t;

typedef struct semantics semantics_t;

/* A value of the environment in the step being made: HAVOC (offset 0), a cell
 * of HAVOC_OBJECT or of a new heap object. */
typedef uint64_t (*semantics_input_t)(void *context, const edge_t *edge, uint64_t offset);

/* Symbolic: unknown values become fresh symbols of terms. */
semantics_t *semantics_new(const program_t *program, terms_t *terms);
/* Concrete: unknown values come from input, values never set are 0; all values
 * are constants then and no term is built. */
semantics_t *semantics_new_concrete(const program_t *program, semantics_input_t input,
                                    void *context);
void semantics_delete(semantics_t *semantics);
/* From now on every read of such a static object (per object; NULL: none) gives
 * any value and every write to it does nothing. This program has all runs of
 * the one it is made from. Symbolic only. */
void semantics_forget(semantics_t *semantics, const bool *forgotten);
const program_t *semantics_program(const semantics_t *semantics);
terms_t *semantics_terms(const semantics_t *semantics);

/* Fresh symbols are (variable, index) with index > 0, counted per semantics;
 * a caller whose earlier states are gone may start again. */
void semantics_restart_symbols(semantics_t *semantics);
/* From now on inputs are named by the thread that reads them and by how many it has
 * read before, so states that differ in the order of threads alone are equal. A
 * symbol occurs once on each way, but states reached on two ways may share it: they
 * must not be conjoined. */
void semantics_share_inputs(semantics_t *semantics);
/* From now on an input of type _Bool is two steps, one for each truth. */
void semantics_split_truths(semantics_t *semantics);
/* A Boolean symbol that occurs nowhere else. */
const term_t *semantics_fresh_truth(semantics_t *semantics);
/* All accesses to memory are appended there from now on; NULL: nowhere. The
 * caller clears it. */
typedef VEC(sem_access_t) sem_accesses_t;
void semantics_record(semantics_t *semantics, sem_accesses_t *records);

/* main at its entry, one thread, static memory as initialised. */
void semantics_initial(semantics_t *semantics, sem_state_t *state);
/* The configuration as this room writes it: interned here, no free slots at
 * the end, nothing but the status of threads that do not run. */
const configuration_t *semantics_configuration(semantics_t *semantics, const configuration_t *c);

/* The running thread inside an atomic section, or -1. */
int semantics_atomic_thread(const configuration_t *c);
bool semantics_may_move(const configuration_t *c, unsigned thread);
/* The node at the top of the stack of a running thread. */
const node_t *semantics_node(const configuration_t *c, unsigned thread);

/* All steps of the thread, or those along one edge. No step at all: it is
 * blocked, or has ended. The result is false if the sink ended it. */
bool semantics_steps(semantics_t *semantics, const sem_state_t *state, unsigned thread,
                     sem_sink_t sink, void *context);
bool semantics_steps_along(semantics_t *semantics, const sem_state_t *state, unsigned thread,
                           const edge_t *edge, sem_sink_t sink, void *context);

/* The value of the operand of an edge (the thread of a JOIN, the mutex of a LOCK,
 * the condition of an ASSUME), if it is constant. */
bool semantics_operand(semantics_t *semantics, const sem_state_t *state, unsigned thread,
                       const edge_t *edge, uint64_t *value);
/* Whether the thread waits for others: at a LOCK of a held mutex, a JOIN of a
 * running thread, or a condition of an atomic section that fails. */
typedef enum { SEM_WAITS_NOT, SEM_WAITS, SEM_WAITS_PERHAPS } sem_waits_t;
sem_waits_t semantics_waits(semantics_t *semantics, const sem_state_t *state, unsigned thread);
/* Whether nobody can move though some have not ended: all running threads wait. An
 * open atomic section is no deadlock: who waits inside has ended its run. */
sem_waits_t semantics_stuck(semantics_t *semantics, const sem_state_t *state);
/* The value of an expression over registers of the thread's top frame, if it is
 * constant. */
bool semantics_constant(semantics_t *semantics, const sem_state_t *state, unsigned thread,
                        const expr_t *expr, uint64_t *value);
/* The value of an expression over registers of the thread's top frame; those that may have any
 * value are entered into the state. false: there is none. */
bool semantics_value(semantics_t *semantics, sem_state_t *state, unsigned thread,
                     const expr_t *expr, sem_value_t *value);
/* The value of a variable in a state, false if it may have any. */
bool semantics_peek(const semantics_t *semantics, const sem_state_t *state, variable_t variable,
                    sem_value_t *value);
/* The value of a variable in a state; one that is not in the store is entered:
 * its initial value while memory is initial, else a fresh symbol. */
sem_value_t semantics_read(semantics_t *semantics, sem_state_t *state, variable_t variable);
/* Contents of a constant object at this variable, if it is such a cell. */
bool semantics_constant_cell(const semantics_t *semantics, variable_t variable, uint64_t *value);

#endif
