#ifndef UTIL_HASHSET_H
#define UTIL_HASHSET_H

#include "util/mem.h"

#include <stdbool.h>
#include <stdint.h>

/* A set of pointers by hash for sets of millions: eight bytes a slot, filled to
 * three quarters. Sixteen bits of the hash stand beside the pointer, so a look
 * rarely touches an item that is not the one sought. An item must know its
 * hash: it is asked again when the table grows.
 *
 *     for (size_t at = hashset_start(&set, hash);
 *          (item = hashset_next(&set, hash, &at));)
 *         if (it is the one) ... */
typedef uint64_t (*hashset_hash_t)(const void *item);
typedef struct hashset {
    uint64_t *slots; /* upper bits of the hash, pointer; 0: free, HASHSET_GONE: removed */
    size_t len, used, cap; /* used: with those that are gone */
    hashset_hash_t hash;
} hashset_t;

#define HASHSET_GONE UINT64_C(1)
#define HASHSET_POINTER_BITS 48

void hashset_init(hashset_t *set, hashset_hash_t hash);
void hashset_free(hashset_t *set);
void hashset_add(hashset_t *set, void *item);
/* Puts one item, which must be there, in the place of another of the same hash;
 * NULL: takes it out. */
void hashset_replace(hashset_t *set, const void *old, void *item);

static inline size_t hashset_start(const hashset_t *set, uint64_t hash) {
    return hash & (set->cap - 1);
}

static inline void *hashset_next(const hashset_t *set, uint64_t hash, size_t *at) {
    if (!set->cap) return NULL;
    for (size_t i = *at;; i = (i + 1) & (set->cap - 1)) {
        uint64_t slot = set->slots[i];
        if (!slot) return NULL;
        if ((slot ^ hash) >> HASHSET_POINTER_BITS || slot == HASHSET_GONE) continue;
        *at = (i + 1) & (set->cap - 1);
        return (void *)(uintptr_t)(slot & ((UINT64_C(1) << HASHSET_POINTER_BITS) - 1));
    }
}

/* The slot will be looked at soon. */
static inline void hashset_prefetch(const hashset_t *set, uint64_t hash) {
    if (set->cap) __builtin_prefetch(&set->slots[hash & (set->cap - 1)]);
}

#endif
