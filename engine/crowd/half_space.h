#ifndef ENGINE_CROWD_HALF_SPACE_H
#define ENGINE_CROWD_HALF_SPACE_H

#include "engine/crowd/crowd_view.h"
#include "util/arena.h"
#include "util/hash.h"

/* States of programs with any number of threads, in two halves (docs/crowd.md):
 *
 *   common   where main stands, who is locked, shared memory, main's registers
 *   local    the call stack, registers and own memory of one other thread
 *
 * A thread moves in a view (engine/crowd/crowd_view.h) made of a common half and
 * its local. Here is what the spaces of all abstractions share: the halves with
 * their values, and how a thread moves through a whole atomic section. What is known
 * beside the values are facts of a kind that the space knows; equal facts are equal
 * pointers. A space begins with a half_space_t. */

enum { HALF_MAIN = 0 };             /* "local" of main: it lives in the common half */
enum { HALF_ENDED = UINT32_MAX };   /* the mover is no more */

typedef struct half {
    const configuration_t *configuration; /* common: main alone; local: thread 1 alone */
    const bindings_t *bindings;
    const void *facts;       /* or NULL */
    const bindings_t *held;  /* or NULL; what the thread has taken, says nothing about states */
} half_t;

/* Halves of one kind and their numbers. */
typedef struct half_table {
    VEC(half_t) at;
    intern_t numbers;
} half_table_t;

/* What is known in a view. */
typedef struct view_data {
    part_t values;
    const void *facts;
} view_data_t;

/* The move of one thread that is under way. */
typedef struct half_move {
    uint32_t common, mover; /* from where; mover HALF_MAIN: main */
    bool is_error;          /* the property can be violated on the way */
} half_move_t;

typedef struct half_space half_space_t;

typedef struct half_space_class {
    /* Required. Facts that hold behind the step in all states of the view for which
     * they held before it; NULL: there are none. */
    const void *(*transfer)(half_space_t *space, const view_data_t *before, const step_t *step);
    /* Required. The move may end here. false: crowd_fail has told why it cannot. */
    bool (*add_outcome)(half_space_t *space, const half_move_t *move, const configuration_t *view,
                        const view_data_t *data);
    /* Optional. The step was made. */
    void (*notice)(half_space_t *space, const step_t *step);
    /* Optional, outside of atomic sections. May the thread go on at once? Only if
     * nobody notices what it does next, and nobody can disturb or stop it. */
    bool (*goes_on)(const configuration_t *view, uint32_t thread);
} half_space_class_t;

struct half_space {
    const half_space_class_t *class;
    const program_t *program;
    crowd_view_t view;
    arena_t *arena;
    bindings_table_t *bindings;
    half_table_t commons, locals; /* the local HALF_MAIN is nobody */
    /* Scratch. */
    binding_vec_t joined;
    parts_t successors;
};

/* nothing: facts that say nothing, or NULL. */
void half_space_init(half_space_t *space, const half_space_class_t *class, const program_t *program,
                     const void *nothing);
void half_space_free(half_space_t *space);
/* Forgets all halves. */
void half_space_clear(half_space_t *space);

static inline const half_t *half_space_common(const half_space_t *space, uint32_t number) {
    return &space->commons.at.data[number];
}
static inline const half_t *half_space_local(const half_space_t *space, uint32_t number) {
    return &space->locals.at.data[number];
}
/* The number of a half, old or new. */
uint32_t half_space_add(half_space_t *space, half_table_t *table, half_t half);
/* Where it is and its values, valid as long as the space. */
kept_state_t half_kept(const half_t *half);

/* The common configuration at the start of main, with the values of main's memory in
 * the description of the view. */
const configuration_t *half_space_start(half_space_t *space);

/* Has the move's thread, from these halves and facts about both, take a step, and more
 * where it is in an atomic section or goes on: all outcomes are added. false: a step
 * leads out of what can be said in a view, whose reason tells why. */
bool half_space_move(half_space_t *space, half_move_t *move, const void *facts);

#endif
