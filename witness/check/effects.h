#ifndef WITNESS_CHECK_EFFECTS_H
#define WITNESS_CHECK_EFFECTS_H

#include "cfa/program.h"
#include "cfa/property.h"
#include "util/bitset.h"

/* What one edge may touch that steps of other threads may touch too, found from
 * the program alone, for witness/check/independence.h.
 *
 * Memory is cut into slots: a static object into pieces of its alignment (of
 * more bytes if it is large), every other object is one slot, whatever the
 * number of its instances. A mutex is the slot where it begins. Further slots
 * stand for what is no memory: the numbers of threads, whether threads are
 * detached, the heap (which free place an allocation finds), and the end of the
 * program. */
typedef struct effects effects_t;

typedef struct effect {
    uint64_t *reads, *writes; /* bit sets over slots */
} effect_t;

/* Needs the passes points_to and sharing. Accesses to forgotten static objects
 * (per object; NULL: none) touch nothing. */
effects_t *effects_new(const program_t *program, const bool *forgotten, visible_steps_t visible);
void effects_delete(effects_t *effects);
const program_t *effects_program(const effects_t *effects);

/* Of the edge alone. */
const effect_t *effects_of(const effects_t *effects, const edge_t *edge);
/* Where an edge accesses memory, if registers decide that and the access is all
 * that its effect consists of; else NULL. */
const expr_t *effects_address(const edge_t *edge);
/* How many bytes it accesses. */
uint64_t effects_size(const edge_t *edge);
/* Adds the effect of such an edge at this address. */
void effects_add_at(const effects_t *effects, const edge_t *edge, uint64_t address, effect_t *to);
/* The address of the mutex of a LOCK or UNLOCK, if no data is needed for it and
 * the mutex is static. */
bool effects_mutex(const edge_t *edge, uint64_t *address);

/* Effects of several edges, in memory of an arena. */
effect_t effect_new(const effects_t *effects, arena_t *arena);
void effect_clear(const effects_t *effects, effect_t *effect);
void effect_add(const effects_t *effects, effect_t *to, const effect_t *from);
void effect_add_all(const effects_t *effects, effect_t *to);
bool effect_is_empty(const effects_t *effects, const effect_t *effect);
/* One writes what the other reads or writes. */
bool effect_conflicts(const effects_t *effects, const effect_t *a, const effect_t *b);
/* Some thread may be detached. */
bool effect_detaches(const effect_t *effect);
/* It ends the program, and that must not hide what others are about to access. */
bool effect_hides_accesses(const effects_t *effects, const effect_t *effect);
bool effect_writes_into(const effects_t *effects, const effect_t *writer, const effect_t *other);

/* When can a thread at a node move, as far as its edges say? */
typedef enum {
    MOVES_ALWAYS,
    MOVES_BY_VALUE, /* a single assumption */
    MOVES_BY_STATE, /* a LOCK, a JOIN, or an atomic section with a condition */
    MOVES_MAYBE,    /* assumptions that may fail together */
} effects_moves_t;
effects_moves_t effects_moves(const node_t *node);

#endif
