#ifndef WITNESS_CHECK_COVER_H
#define WITNESS_CHECK_COVER_H

#include "cfa/result.h"
#include "solver/solver.h"
#include "witness/semantics/semantics.h"

/* The kept states of a proof, found by configuration and by the values of the
 * variables they bind. Kept states of one configuration that bind the same
 * variables are a group; a state whose values for them are constant is looked
 * up by hash, whatever the number of kept states. The index keeps hashes and
 * numbers only: what it finds is compared with what the proof says. */
typedef struct cover cover_t;

/* Both must outlive it. */
cover_t *cover_new(semantics_t *semantics, const states_proof_t *proof);
void cover_delete(cover_t *cover);

/* Enters the kept state of this number; to be called for 0, 1, ... in order.
 * false: no proof may keep such a state, *why says why. */
bool cover_enter(cover_t *cover, size_t number, const char **why);
/* The kept state of this number as a state to start from. false: its formula
 * is not one over bare symbols of variables. */
bool cover_load(cover_t *cover, size_t number, sem_state_t *state);

/* From now on only those kept states cover that are accepted; NULL: all do. */
typedef bool (*cover_accepts_t)(void *context, size_t number);
void cover_demand(cover_t *cover, cover_accepts_t accepts, void *context);

/* Are there kept states in this configuration (one of the semantics)? */
bool cover_has(const cover_t *cover, const configuration_t *c);
/* ... with formulas? */
bool cover_has_formulas(const cover_t *cover, const configuration_t *c);
/* Is the state covered by one kept state, as far as can be seen without a
 * solver? May enter variables into the store. */
bool cover_quick(cover_t *cover, sem_state_t *state);
/* Is the state covered by kept states together (or impossible)? UNSAT: yes.
 * SAT: no; its condition then excludes the part of it that is covered. */
solver_answer_t cover_solve(cover_t *cover, solver_t *solver, sem_state_t *state);

#endif
