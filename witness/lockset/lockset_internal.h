#ifndef WITNESS_LOCKSET_LOCKSET_INTERNAL_H
#define WITNESS_LOCKSET_LOCKSET_INTERNAL_H

#include "util/arena.h"
#include "util/hash.h"
#include "util/vec.h"
#include "witness/lockset/lockset_check.h"

typedef struct lockset_check {
    const program_t *program;
    const lockset_proof_t *proof;
    const check_limits_t *limits;
    check_stats_t *stats;
    arena_t *arena;
    uint32_t *position;   /* per node: its number in its function */
    uint64_t *site;       /* per edge: the bit of a THREAD_CREATE */
    uint64_t *ends_last;  /* per edge: a JOIN of the last thread of one of these */
    uint64_t *ends_all;   /* per edge: behind it no thread of these runs */
    uint64_t *releases;   /* per function: bit sets of objects, see releases_words */
    size_t releases_words;
    map64_t contexts;     /* hash -> 1 + number; the next of the same hash: */
    uint32_t *same_hash;
    strbuf_t why;
} lockset_check_t;

bool lockset_fail(lockset_check_t *check, const edge_t *edge, const char *reason);
/* Does every step keep what the annotations say? */
bool lockset_flow(lockset_check_t *check);
/* Is no race possible in states that are as the annotations say? */
bool lockset_judge(lockset_check_t *check);

/* The mutex of a LOCK, TRYLOCK or UNLOCK. */
static inline bool lockset_names(const lockset_item_t *item, const edge_t *edge) {
    uint64_t offset;
    const expr_t *base = lockset_split(edge->address, &offset);
    return item->if_zero == NO_REG && item->base == base && item->offset == offset;
}
/* May both touch one object? */
bool lockset_touch(const access_t *a, const access_t *b);

#endif
