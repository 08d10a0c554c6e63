#ifndef UTIL_BITSET_H
#define UTIL_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sets of small numbers as arrays of words; the caller knows their length. */
static inline size_t bitset_words(size_t bits) {
    return (bits + 63) / 64;
}
static inline bool bitset_has(const uint64_t *set, size_t bit) {
    return set[bit / 64] >> (bit % 64) & 1;
}
static inline void bitset_add(uint64_t *set, size_t bit) {
    set[bit / 64] |= UINT64_C(1) << (bit % 64);
}
static inline void bitset_remove(uint64_t *set, size_t bit) {
    set[bit / 64] &= ~(UINT64_C(1) << (bit % 64));
}
static inline void bitset_union(uint64_t *to, const uint64_t *from, size_t words) {
    for (size_t i = 0; i < words; i++) to[i] |= from[i];
}
static inline bool bitset_meets(const uint64_t *a, const uint64_t *b, size_t words) {
    for (size_t i = 0; i < words; i++)
        if (a[i] & b[i]) return true;
    return false;
}

#endif
