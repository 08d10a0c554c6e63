#ifndef CFA_PROOF_H
#define CFA_PROOF_H

#include "cfa/configuration.h"
#include "cfa/thread_set.h"

/* What an engine hands over for "true". */

struct term; /* solver/term.h */

typedef struct binding {
    variable_t variable;
    uint64_t value;
} binding_t;

/* One state of a proof: all concrete states in this configuration with these
 * values that satisfy the formula. Variables not bound are arbitrary. */
typedef struct kept_state {
    const configuration_t *configuration;
    const binding_t *bindings; /* sorted by variable */
    size_t binding_count;
    const struct term *formula; /* NULL: true; over bare symbols tagged with variable_t */
} kept_state_t;

/* A proof for any number of threads (docs/crowd.md). A state of it stands for
 * all states in which the common half is as said, of the exact locals there is
 * one thread each, of the many locals any number, and there are no other
 * threads but main. Locals speak of their thread as thread 1. */
typedef struct crowd_state {
    uint32_t common;
    uint32_t exact_count, many_count;
    const uint32_t *exact, *many; /* numbers of locals; exact is sorted */
} crowd_state_t;

typedef struct crowd_proof {
    const kept_state_t *commons; /* main is thread 0, there are no others */
    size_t common_count;
    const kept_state_t *locals; /* thread 1 alone; number 0 stands for nobody */
    size_t local_count;
    const crowd_state_t *states;
    size_t state_count;
} crowd_proof_t;

/* A proof for any number of threads, by pairs (docs/crowd.md). All halves of one
 * configuration bind the same variables. A state of it says: whenever the common
 * half is as said and there are two threads with these locals (0: nobody; second 0:
 * one thread), the formula holds, in which the first is thread 1 and the second
 * thread 2. What is not among the states cannot be. */
typedef struct pair_state {
    uint32_t common, first, second; /* first <= second, unless second is 0 */
    const struct term *formula; /* NULL: true; over bare symbols tagged with variable_t */
} pair_state_t;

typedef struct pair_proof {
    /* Tally i counts threads: how many have made a step along the edge, which each
     * does once at most, and how many were created that start with its function. In
     * formulas these are the two variables of 32 bits at pair_proof_done(i) and
     * pair_proof_made(i). */
    const edge_t *const *tallies;
    size_t tally_count;
    const kept_state_t *commons; /* as in crowd_proof_t, without formulas */
    size_t common_count;
    const kept_state_t *locals;
    size_t local_count;
    const pair_state_t *states;
    size_t state_count;
} pair_proof_t;
/* No object lies there. */
static inline variable_t pair_proof_done(size_t tally) {
    return variable_cell(0x1000 + tally * 16, 4);
}
static inline variable_t pair_proof_made(size_t tally) {
    return variable_cell(0x1000 + tally * 16 + 8, 4);
}

/* A fix-point of the symbolic simulation of a Boolean program (docs/boolean.md). A state stands for
 * all values that choices, symbols of Boolean sort and index FIXPOINT_CHOICE, give under the
 * guard. */
enum { FIXPOINT_CHOICE = 7 };

/* A hint for the check, which need not be true: what a step of a thread leads to is covered by this
 * state, if its choices are those of the state behind the step by their names, the step's own ones
 * being named one after the other, and these are constants. */
typedef struct fixpoint_hint {
    uint32_t thread, step; /* bstep_t's id */
    uint32_t state; /* that covers */
    uint64_t first_choice; /* tag of its symbol */
    const uint64_t *constants; /* tags, twice, plus one if it is true */
    size_t constant_count;
} fixpoint_hint_t;

typedef struct fixpoint_state {
    const struct bnode *const *nodes; /* per thread that has not ended; cfa/boolean.h */
    const struct term *const *values; /* of the globals, then of the variables of each thread */
    const struct term *guard;
    uint32_t thread_count, value_count;
    /* Threads that are followed alone, each where those before it cannot move; where none of them
     * can, all are. What they lead to is covered by states behind this one. */
    uint32_t alone_count;
    const uint32_t *alone;
    const fixpoint_hint_t *hints; /* sorted by thread and step; some moves may have none */
    size_t hint_count;
} fixpoint_state_t;

typedef struct fixpoint_proof {
    const fixpoint_state_t *states;
    size_t state_count;
} fixpoint_proof_t;

/* The states of a finished exploration, produced on demand because there may be
 * millions. */
typedef struct states_proof {
    void *owner;
    size_t count;
    /* Fills in *state; what it points to stays valid until the next call, its
     * configuration as long as the proof. */
    void (*get)(void *owner, size_t index, kept_state_t *state);
    /* The threads whose steps were followed from the states in this
     * configuration, kept or not; none: there are no such states. A hint: the
     * check finds for itself whether the others may be left out. optional: no
     * steps were left out */
    void (*explored)(void *owner, const configuration_t *c, thread_set_t *threads);
    /* Per object of the program: the claim holds even if every read of such an
     * object (static ones only) gives any value; what was left out may rest on
     * that. optional: none */
    const bool *forgotten;
    /* Kept states stand also for those that arise from them by other numbers of the
     * threads but main. numbers[t], for each thread t of c, is a hint under which
     * number a kept state may speak of it, if the state has these values; false:
     * under its own. The check finds for itself whether threads may be renumbered.
     * optional: kept states stand for themselves */
    bool (*renumber)(void *owner, const configuration_t *c, const binding_t *bindings, size_t count,
                     uint32_t *numbers);
    /* The threads that are followed from this kept state. MONOTONIC alone */
    void (*followed)(void *owner, size_t index, thread_set_t *threads);
} states_proof_t;

/* How far a program has to be unfolded. A hint: the check finds for itself whether it is
 * enough. */
typedef struct unfold_proof {
    const uint32_t *rounds; /* by node->id: rounds of the loop with this head; 0: one */
    const uint32_t *frames; /* by function->id: frames of it on one stack; 0: one */
    states_proof_t start; /* the start of main alone: all runs, if there are few of them */
} unfold_proof_t;

/* kind, name, what a proof of this kind claims. Each has a check of its own in witness/. */
#define PROOF_KINDS(X)                                                                             \
    X(NONE, "none", "nothing")                                                                     \
    X(STATES, "states",                                                                            \
      "the start of main is covered by a kept state, and every run from a kept state comes, in "   \
      "finitely many steps of which none violates a property, to states covered by kept states, "  \
      "or ends; no kept state violates a property")                                                \
    X(MONOTONIC, "monotonic",                                                                      \
      "as states, for runs in which no thread makes an action that does not depend on the one "    \
      "before, of a thread with a larger number: from each kept state, the threads followed are "  \
      "all that such a run can go on with")                                                        \
    X(CROWD, "crowd",                                                                              \
      "with any number of threads, the start of main is in a state of the proof, and every step "  \
      "of every thread leads from a state of the proof to one, and violates no property")          \
    X(PAIRS, "pairs",                                                                              \
      "with any number of threads, what is said of main, of each thread and of any two of them "   \
      "holds at the start and after every step of whomever, and no step violates a property")      \
    X(UNFOLDING, "unfolding",                                                                      \
      "unfolded so far, no loop goes round once more, no call goes deeper, and no order of the "   \
      "steps violates a property")                                                                 \
    X(LOCKSETS, "locksets",                                                                        \
      "the annotations hold at the start of main and of every thread, and every step keeps "       \
      "them; with these, no two accesses race that threads may make at a time")                    \
    X(FIXPOINT, "fixpoint",                                                                        \
      "the start of the Boolean program is covered by a state of the proof, and so is whatever a " \
      "move leads to from a state of the proof; no move is an error, and moves that are left out " \
      "are independent of those that are made and do not wait for ever")                           \
    X(ABSENCE, "absence", "no code that main can reach has a step that violates a property")

typedef enum {
#define PROOF_ENUM(kind, name, claim) PROOF_##kind,
    PROOF_KINDS(PROOF_ENUM)
#undef PROOF_ENUM
        PROOF_KIND_COUNT
} proof_kind_t;
extern const char *const proof_kind_names[PROOF_KIND_COUNT];
extern const char *const proof_kind_claims[PROOF_KIND_COUNT];

typedef struct proof {
    proof_kind_t kind;
    /* The name of the solver that had a part in it; NULL: none had. The check uses another
     * one. */
    const char *solver;
    union {
        states_proof_t states; /* MONOTONIC, too */
        const crowd_proof_t *crowd;
        const pair_proof_t *pairs;
        const unfold_proof_t *unfolding;
        const struct lockset_proof *locksets; /* cfa/lockset.h */
        const fixpoint_proof_t *fixpoint;
    };
    /* Everything that the proof is made of. */
    void *owner;
    void (*release)(void *owner); /* proof_free calls it. optional */
} proof_t;

void proof_free(proof_t *proof);

#endif
