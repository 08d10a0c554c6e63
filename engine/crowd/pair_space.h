#ifndef ENGINE_CROWD_PAIR_SPACE_H
#define ENGINE_CROWD_PAIR_SPACE_H

#include "engine/core/engine.h"
#include "engine/crowd/half_space.h"
#include "engine/crowd/orders.h"

/* States of programs with any number of threads for proofs by pairs
 * (docs/crowd.md): common halves and locals (engine/crowd/half_space.h) that bind
 * exactly the same variables wherever the configuration is the same. So a concrete
 * half is in one of them at most. What has no value there is told by facts
 * (engine/crowd/orders.h) about one common half and up to two threads.
 *
 * A thread is followed on to the next location at which others may notice or
 * disturb it. */

typedef struct pair_space pair_space_t;

/* How facts name threads: who moves, two that do not, and new ones. */
enum {
    PAIR_MOVER = 1,
    PAIR_FIRST = 1000,
    PAIR_SECOND = 1001,
    PAIR_SPAWNED = 1002,
    PAIR_MAX_SPAWNED = 4,
};

typedef struct pair_outcome {
    uint32_t common;
    uint32_t mover; /* its local after the step, HALF_MAIN or HALF_ENDED */
    uint32_t spawned[PAIR_MAX_SPAWNED];
    uint32_t spawn_count;
    const orders_t *facts;
} pair_outcome_t;

typedef struct pair_outcomes {
    const pair_outcome_t *at;
    size_t count;
    bool is_error; /* the property can be violated by this step */
    bool is_visible; /* the common half may change */
} pair_outcomes_t;

/* NULL: something in the program forbids this view of it; *why says what. */
pair_space_t *pair_space_new(const program_t *program, const char **why);
void pair_space_delete(pair_space_t *space);
orders_domain_t *pair_space_domain(const pair_space_t *space);

uint32_t pair_space_initial(pair_space_t *space, const orders_t **facts);
/* All outcomes for one thread if the facts hold; remembered. NULL: a step leads out
 * of what can be said here, pair_space_reason tells why. */
const pair_outcomes_t *pair_space_steps(pair_space_t *space, uint32_t common, uint32_t mover,
                                        const orders_t *facts);
const char *pair_space_reason(const pair_space_t *space);

/* Variables with more values are not tracked any more; those that have a known
 * value only sometimes are not tracked there, or not tracked everywhere. */
void pair_space_set_patience(pair_space_t *space, unsigned values, bool everywhere);
/* Was something tracked since pair_space_restart that is not any more? */
bool pair_space_has_widened(const pair_space_t *space);
/* Forgets all states, not what is tracked. */
void pair_space_restart(pair_space_t *space);

/* Adds tallies (engine/crowd/orders.h) of steps that look as if they counted threads. false: there
 * are none. */
bool pair_space_count_threads(pair_space_t *space);
size_t pair_space_tally_count(const pair_space_t *space);
const edge_t *const *pair_space_tallies(const pair_space_t *space);
/* What the tallies say where these threads are (0: nobody). */
const orders_t *pair_space_counted(pair_space_t *space, const uint32_t locals[3]);

size_t pair_space_common_count(const pair_space_t *space);
size_t pair_space_local_count(const pair_space_t *space);
/* Both valid as long as the space. */
kept_state_t pair_space_common(const pair_space_t *space, uint32_t common);
kept_state_t pair_space_local(const pair_space_t *space, uint32_t local);

#endif
