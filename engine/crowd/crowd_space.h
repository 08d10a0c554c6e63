#ifndef ENGINE_CROWD_CROWD_SPACE_H
#define ENGINE_CROWD_CROWD_SPACE_H

#include "cfa/result.h"
#include "engine/core/engine.h"
#include "engine/crowd/half_space.h"

/* States of programs with any number of threads, in two halves
 * (engine/crowd/half_space.h), for proofs by counting: equal threads are equal
 * locals. A half has values and bounds. Handles of threads are unknown here, and a
 * join never blocks: both say more runs than there are. */

typedef struct crowd_space crowd_space_t;

/* What a step of one thread, or a whole atomic section, leads to. */
typedef struct crowd_outcome {
    uint32_t common;
    uint32_t mover; /* its local after the step, HALF_MAIN or HALF_ENDED */
    const uint32_t *spawned; /* locals of new threads */
    uint32_t spawn_count;
} crowd_outcome_t;

typedef struct crowd_outcomes {
    const crowd_outcome_t *at;
    size_t count;
    bool is_error; /* the property can be violated by this step */
} crowd_outcomes_t;

/* NULL: something in the program forbids this view of it; *why says what. */
crowd_space_t *crowd_space_new(const program_t *program, const char **why);
void crowd_space_delete(crowd_space_t *space);

uint32_t crowd_space_initial(crowd_space_t *space);
/* All outcomes for one thread; remembered. NULL: a step leads out of what can
 * be said here, crowd_space_reason tells why. */
const crowd_outcomes_t *crowd_space_steps(crowd_space_t *space, uint32_t common, uint32_t mover);
const char *crowd_space_reason(const crowd_space_t *space);

/* The location of a local. */
const node_t *crowd_space_node(const crowd_space_t *space, uint32_t local);
/* Has the thread taken something that it has not given back: a mutex, or a
 * shared variable that it made other than 0? Those are worth counting. */
bool crowd_space_holds(const crowd_space_t *space, uint32_t local);
/* A variable with more values than this is not tracked any more. With hulls, intervals
 * of all its values remain (engine/crowd/hulls.h), else at most that it is not 0. */
void crowd_space_set_patience(crowd_space_t *space, unsigned values, bool has_hulls);
/* Did a variable exceed it since crowd_space_restart, or a hull grow? What was found
 * before then says more than what comes now. */
bool crowd_space_has_widened(const crowd_space_t *space);
/* Forgets all states, not what is tracked. */
void crowd_space_restart(crowd_space_t *space);

size_t crowd_space_common_count(const crowd_space_t *space);
size_t crowd_space_local_count(const crowd_space_t *space);
/* Both valid as long as the space. */
kept_state_t crowd_space_common(const crowd_space_t *space, terms_t *terms, uint32_t common);
kept_state_t crowd_space_local(const crowd_space_t *space, terms_t *terms, uint32_t local);

#endif
