#ifndef ENGINE_LOCKSET_LOCKSET_STEP_H
#define ENGINE_LOCKSET_LOCKSET_STEP_H

#include "cfa/handles.h"
#include "cfa/lockset.h"

/* What steps do to the states of a lockset proof. */

typedef VEC(lockset_item_t) lockset_items_t;

/* A state that is being changed; items are its own. */
typedef struct lockset_draft {
    lockset_items_t items;
    lockset_state_t state; /* without items */
} lockset_draft_t;

typedef struct lockset_facts {
    const program_t *program;
    arena_t *arena;
    const edge_t **sites;
    size_t site_count;
    uint64_t *site_bit;   /* per edge: of a THREAD_CREATE its bit */
    uint64_t *joined_any; /* per edge: a JOIN of the last thread that one of these created */
    uint64_t *joined_all; /* per edge: behind it all threads of these have ended */
    const bool **unlocks; /* per function: objects in which it may unlock mutexes, itself or by
                             calls; behind the last object: in any */
    bool **assigned;      /* per function and register: some step assigns it */
} lockset_facts_t;

/* false: there are too many THREAD_CREATEs. */
bool lockset_facts_make(lockset_facts_t *facts, const program_t *program);
void lockset_facts_free(lockset_facts_t *facts);

void draft_load(lockset_draft_t *draft, const lockset_state_t *state);
/* In memory of the arena. */
lockset_state_t draft_save(const lockset_draft_t *draft, arena_t *arena);
bool lockset_state_equal(const lockset_state_t *a, const lockset_state_t *b);
/* Weakens the draft to what the state says, too. */
void draft_join(lockset_draft_t *draft, const lockset_state_t *state);

/* A step within the function; CALL and RETURN are others. */
void draft_step(const lockset_facts_t *facts, lockset_draft_t *draft, const edge_t *edge);
/* What the callee of a CALL begins with. */
void draft_enter(const lockset_facts_t *facts, lockset_draft_t *draft, const edge_t *call);
/* What the caller, which was in state before, goes on with if the callee leaves with this. */
void draft_leave(const lockset_facts_t *facts, lockset_draft_t *draft, const edge_t *call,
                 const lockset_state_t *before);
/* A RETURN takes the locals of the function with it. */
void draft_return(lockset_draft_t *draft, const edge_t *edge);

#endif
