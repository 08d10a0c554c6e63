#ifndef UTIL_HASH_H
#define UTIL_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Mixing for hash-consing; quality of splitmix64. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t value) {
    uint64_t x = hash ^ (value + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2));
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}
uint64_t hash_bytes(const void *data, size_t size);
uint64_t hash_string(const char *text);

/* A set of pointers under a caller's hash and equality, for hash-consing.
 * Open addressing; the table keeps the hashes, so equality is called only on
 * equal hashes. No deletion except of everything. */
typedef bool (*intern_equal_t)(const void *in_table, const void *key);
typedef struct intern {
    struct intern_slot {
        uint64_t hash;
        void *item; /* NULL: free */
    } *slots;
    size_t len, cap;
    intern_equal_t equal;
} intern_t;

void intern_init(intern_t *table, intern_equal_t equal);
void intern_free(intern_t *table);
/* The item equal to key, or NULL. */
void *intern_find(const intern_t *table, uint64_t hash, const void *key);
/* Adds item, which must not be there yet. */
void intern_add(intern_t *table, uint64_t hash, void *item);

/* uint64_t -> uint64_t. Key and value are free of meaning here. The key 0 lies
 * apart, so that a free slot needs no mark of its own. */
typedef struct map64 {
    struct map64_slot {
        uint64_t key, value; /* key 0: free */
    } *slots;
    size_t len, cap;
    uint64_t zero_value;
    bool has_zero;
} map64_t;

void map64_free(map64_t *map); /* a zeroed map is empty */
void map64_clear(map64_t *map);
bool map64_get(const map64_t *map, uint64_t key, uint64_t *value);
void map64_put(map64_t *map, uint64_t key, uint64_t value);
static inline uint64_t map64_pointer(const void *pointer) {
    return (uint64_t)(uintptr_t)pointer;
}

#endif
