#include "util/hashset.h"

void hashset_init(hashset_t *set, hashset_hash_t hash) {
    *set = (hashset_t){.hash = hash};
}

void hashset_free(hashset_t *set) {
    mem_table_free(set->slots, set->cap * sizeof *set->slots);
    set->slots = NULL;
    set->len = set->used = set->cap = 0;
}

static uint64_t *free_slot(hashset_t *set, uint64_t hash) {
    size_t i = hash & (set->cap - 1);
    while (set->slots[i]) i = (i + 1) & (set->cap - 1);
    return &set->slots[i];
}

static uint64_t packed(const void *item, uint64_t hash) {
    uint64_t pointer = (uint64_t)(uintptr_t)item;
    REQUIRE(pointer > HASHSET_GONE && !(pointer >> HASHSET_POINTER_BITS));
    return hash >> HASHSET_POINTER_BITS << HASHSET_POINTER_BITS | pointer;
}

static void *unpacked(uint64_t slot) {
    return (void *)(uintptr_t)(slot & ((UINT64_C(1) << HASHSET_POINTER_BITS) - 1));
}

/* Only items that are still there move. */
static void rebuild(hashset_t *set) {
    hashset_t old = *set;
    set->cap = old.cap ? old.cap : 64;
    if (2 * set->len >= set->cap) set->cap *= 2;
    set->slots = mem_table_alloc(set->cap * sizeof *set->slots);
    set->used = set->len;
    for (size_t i = 0; i < old.cap; i++) {
        if (!old.slots[i] || old.slots[i] == HASHSET_GONE) continue;
        *free_slot(set, set->hash(unpacked(old.slots[i]))) = old.slots[i];
    }
    mem_table_free(old.slots, old.cap * sizeof *old.slots);
}

void hashset_add(hashset_t *set, void *item) {
    if (4 * (set->used + 1) > 3 * set->cap) rebuild(set);
    uint64_t hash = set->hash(item);
    *free_slot(set, hash) = packed(item, hash);
    set->len++;
    set->used++;
}

void hashset_replace(hashset_t *set, const void *old, void *item) {
    uint64_t hash = set->hash(old), sought = packed(old, hash);
    REQUIRE(set->cap);
    size_t i = hash & (set->cap - 1);
    while (set->slots[i] != sought) {
        REQUIRE(set->slots[i]);
        i = (i + 1) & (set->cap - 1);
    }
    set->slots[i] = item ? packed(item, hash) : HASHSET_GONE;
    if (!item) set->len--;
}
