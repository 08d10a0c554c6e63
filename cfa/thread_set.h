#ifndef CFA_THREAD_SET_H
#define CFA_THREAD_SET_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A set of threads by number, as many as a variable_t can name. */
enum { THREAD_SET_WORDS = 16, THREAD_SET_MAX = 64 * THREAD_SET_WORDS };

typedef struct thread_set {
    uint64_t words[THREAD_SET_WORDS];
} thread_set_t;

static inline bool thread_set_has(const thread_set_t *set, uint32_t thread) {
    return set->words[thread / 64] >> (thread % 64) & 1;
}
static inline void thread_set_add(thread_set_t *set, uint32_t thread) {
    set->words[thread / 64] |= UINT64_C(1) << (thread % 64);
}
static inline void thread_set_remove(thread_set_t *set, uint32_t thread) {
    set->words[thread / 64] &= ~(UINT64_C(1) << (thread % 64));
}
static inline thread_set_t thread_set_all(void) {
    thread_set_t set;
    memset(&set, 0xff, sizeof set);
    return set;
}
static inline bool thread_set_is_empty(const thread_set_t *set) {
    uint64_t any = 0;
    for (int i = 0; i < THREAD_SET_WORDS; i++) any |= set->words[i];
    return !any;
}
static inline bool thread_set_equal(const thread_set_t *a, const thread_set_t *b) {
    return !memcmp(a, b, sizeof *a);
}
static inline bool thread_set_is_all(const thread_set_t *set) {
    uint64_t every = UINT64_MAX;
    for (int i = 0; i < THREAD_SET_WORDS; i++) every &= set->words[i];
    return every == UINT64_MAX;
}
static inline unsigned thread_set_count(const thread_set_t *set) {
    unsigned count = 0;
    for (int i = 0; i < THREAD_SET_WORDS; i++)
        count += (unsigned)__builtin_popcountll(set->words[i]);
    return count;
}
static inline thread_set_t thread_set_union(const thread_set_t *a, const thread_set_t *b) {
    thread_set_t set;
    for (int i = 0; i < THREAD_SET_WORDS; i++) set.words[i] = a->words[i] | b->words[i];
    return set;
}
static inline thread_set_t thread_set_both(const thread_set_t *a, const thread_set_t *b) {
    thread_set_t set;
    for (int i = 0; i < THREAD_SET_WORDS; i++) set.words[i] = a->words[i] & b->words[i];
    return set;
}
static inline thread_set_t thread_set_minus(const thread_set_t *a, const thread_set_t *b) {
    thread_set_t set;
    for (int i = 0; i < THREAD_SET_WORDS; i++) set.words[i] = a->words[i] & ~b->words[i];
    return set;
}

#endif
