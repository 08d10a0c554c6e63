#ifndef CPA_EXPLORE_COMPOSITE_H
#define CPA_EXPLORE_COMPOSITE_H

#include "cpa/core/arg.h"
#include "cpa/core/threading.h"
#include "cpa/reduce/cone.h"
#include "cpa/reduce/por.h"

/* Composition: the threading CPA yields steps, each data CPA its successors of
 * its part; a step is feasible if all agree (Kolesnykov 2020, section 2.3). */
typedef struct successor {
    step_t step;
    part_t parts[ARG_MAX_PARTS];
    bool is_joined; /* by a run of steps, of which step is the first (cpa/explore/straight.h) */
} successor_t;
typedef VEC(successor_t) successors_t;

typedef struct composite {
    const program_t *program;
    threading_t *threading;
    por_t *por;     /* NULL: no reduction */
    focus_t *focus; /* NULL: nothing is ever forgotten */
    cone_t *cone;   /* NULL: every statement is evaluated */
    bool cone_is_dynamic; /* what matters is asked at every state anew */
    /* Statements met so far, and those of them whose value did not matter. */
    uint64_t statements, simplified;
    bool seeks_races; /* states with races are targets (cpa/explore/race.h) */
    bool excluded_race; /* a formula was needed to exclude one */
    size_t count;
    cpa_t *cpas[ARG_MAX_PARTS];
    /* Scratch, so that a step allocates nothing: */
    VEC(por_thread_t) threads;
    steps_t steps;
    parts_t next[ARG_MAX_PARTS], keys[ARG_MAX_PARTS];
    successors_t straight;
    /* By the number of a configuration: threads that were followed alone from
     * states in it that are not kept. */
    VEC(uint64_t) alone;
} composite_t;

void composite_initial(composite_t *composite, const configuration_t **start, part_t *parts);

/* Transfer and precision adjustment: appends the successors of a node by the
 * threads that the reduction chooses. */
void composite_successors(composite_t *composite, const arg_node_t *node, successors_t *out,
                          thread_set_t *threads);

/* The threads that the reduction would choose now. */
thread_set_t composite_reduction(composite_t *composite, const arg_node_t *node);
/* ... for a state that is no node of an ARG. */
thread_set_t composite_choose(composite_t *composite, const configuration_t *c,
                              const part_t *parts);

/* The value of an expression of a thread's top frame, if the state fixes it. */
bool composite_evaluate(composite_t *composite, const configuration_t *c, const part_t *parts,
                        uint32_t thread, const expr_t *expr, uint64_t *value);

/* Do all other threads wait, whatever the data? */
bool composite_moves_only(composite_t *composite, const configuration_t *c, const part_t *parts,
                          uint32_t thread);

/* The successors by one thread. If it is to go alone: false if the others must
 * move from here too, or may have to. */
bool composite_thread_successors(composite_t *composite, const configuration_t *c,
                                 const part_t *parts, uint32_t thread, bool is_alone,
                                 successors_t *out);
/* A state in c that is not kept was left by this thread alone. */
void composite_note_alone(composite_t *composite, const configuration_t *c, uint32_t thread);
/* Adds those threads. */
void composite_add_alone(const composite_t *composite, const configuration_t *c,
                         thread_set_t *threads);

/* Keys of the two indices of the reached set; merge: 0 if the state never
 * merges. */
uint64_t composite_merge_key(composite_t *composite, const part_t *parts);
/* See the slot order; the sum of all CPAs. */
uint64_t composite_order(composite_t *composite, const part_t *parts);
uint64_t composite_cover_key(composite_t *composite, const configuration_t *c, const part_t *parts);
/* Merges the parts of a fresh state into those of an old one with the same
 * merge key; the choice symbol, if a CPA needed one. */
void composite_merge(composite_t *composite, const part_t *fresh, part_t *old,
                     const struct term **choice);
/* The node of the reached set that covers the state, or NULL. */
arg_node_t *composite_find_cover(composite_t *composite, arg_t *arg, const configuration_t *c,
                                 const part_t *parts);
/* The look for a cover of this state comes soon. */
void composite_prefetch_cover(composite_t *composite, const arg_t *arg,
                              const successor_t *successor);
bool composite_joins_coverage(composite_t *composite, const part_t *parts);

bool composite_is_kept(composite_t *composite, const part_t *parts);
/* What all CPAs, or only one, say of a state; bindings sorted by variable. */
void composite_describe(composite_t *composite, const arg_node_t *node, const cpa_t *only,
                        description_t *out);
/* Bindings by variable, each once. */
void description_sort(description_t *description);
void composite_delete(composite_t *composite);

/* Does every running thread wait for a mutex, for the end of a thread or for the
 * condition of an atomic section, in every concrete state with these parts? Who waits
 * inside of an atomic section, or at a failing assumption, is not waited for: that
 * run has ended. */
bool composite_is_stuck(composite_t *composite, const configuration_t *c, const part_t *parts);

#endif
