#ifndef WITNESS_CROWD_CROWD_STEPS_H
#define WITNESS_CROWD_CROWD_STEPS_H

#include "util/hash.h"
#include "witness/check/check.h"
#include "witness/semantics/cells.h"
#include "witness/semantics/semantics.h"

/* Steps of one thread of a program with any number of threads, for the checks of
 * such proofs (docs/crowd.md). The thread stands in a configuration as thread 1,
 * with main as thread 0, and no others; or main moves. Handles of threads say
 * nothing, a join never blocks. */

/* Called for each state that a step, or a whole atomic section, leads to. false:
 * no more. */
typedef struct crowd_steps crowd_steps_t;
typedef bool (*crowd_arrival_t)(void *context, sem_state_t *state, const edge_t *edge);

struct crowd_steps {
    const program_t *program;
    terms_t *terms;
    const solver_class_t *class;
    solver_t *solver; /* NULL: not needed so far */
    map64_t answers; /* of the solver, by the number of the term */
    check_limits_t limits;
    semantics_t *semantics;
    cells_t cells;
    size_t count;
    /* The thread goes on while nobody can notice or disturb it, and nothing can
     * stop it. */
    bool goes_on;
    crowd_arrival_t passed; /* NULL, or called after each single step; may change the state */
    bool *open_nodes; /* of check_stats_t: where the mover goes on; may be NULL */
    bool failed;
    strbuf_t why;
    /* The step being made. */
    crowd_arrival_t arrival;
    void *context;
    unsigned mover;
    bool is_noticed; /* shared memory, mutexes or the number of threads may have changed */
    VEC(sem_state_t) open;
    size_t inside;
    const term_t *loaded; /* the condition before the step */
};

void crowd_steps_init(crowd_steps_t *steps, const program_t *program, terms_t *terms,
                      const solver_class_t *class, const check_limits_t *limits);
void crowd_steps_free(crowd_steps_t *steps);
/* The first reason stays; false. */
bool crowd_steps_reject(crowd_steps_t *steps, const edge_t *edge, const char *reason);
/* What must hold of the program for threads to be looked at one by one: none has
 * a name, none owns memory that another may reach, but main. */
bool crowd_steps_accept(crowd_steps_t *steps);

/* All steps of a thread (0: main, 1) from a state whose symbols are bare. */
bool crowd_steps_from(crowd_steps_t *steps, const sem_state_t *state, unsigned mover,
                      crowd_arrival_t arrival, void *context);

/* Is it sure that the condition cannot be? NULL: it is true. */
bool crowd_steps_impossible(crowd_steps_t *steps, const term_t *condition);
/* Values that the condition leaves no choice become constants. */
void crowd_steps_find_constants(crowd_steps_t *steps, sem_state_t *state);
/* Halves of a configuration: thread `number` as thread 1, and main with the mutexes
 * that are held, by whomever. */
const configuration_t *crowd_steps_local(crowd_steps_t *steps, const configuration_t *c,
                                         unsigned number);
const configuration_t *crowd_steps_common(crowd_steps_t *steps, const configuration_t *c);

/* A local may speak of thread 1 alone: what others can change does not stay as it
 * is while the thread waits. A common half speaks of no thread but main. */
bool crowd_may_speak_of(variable_t variable, bool is_local);
/* Could the configuration and the bindings of a half be those of a proof? */
bool crowd_half_is_sound(const kept_state_t *half, bool is_local);

#endif
