#include "cpa/value/value_memo.h"

#include "util/mem.h"

#include <string.h>

/* One entry per slot, the newest wins. Grows with the number of entries made, up
 * to MAX_SLOTS. */
enum { MIN_SLOTS = 1 << 8, MAX_SLOTS = 1 << 17 };

/* One line of the cache. */
typedef struct memo_slot {
    memo_key_t key; /* edge NULL: free */
    memo_result_t result;
} memo_slot_t;

struct value_memo {
    memo_slot_t *slots;
    size_t cap, made;
};

value_memo_t *value_memo_new(void) {
    value_memo_t *memo = mem_zalloc(sizeof *memo);
    memo->cap = MIN_SLOTS;
    memo->slots = mem_table_alloc(memo->cap * sizeof *memo->slots);
    return memo;
}

void value_memo_delete(value_memo_t *memo) {
    if (!memo) return;
    mem_table_free(memo->slots, memo->cap * sizeof *memo->slots);
    mem_free(memo);
}

void value_memo_clear(value_memo_t *memo) {
    memset(memo->slots, 0, memo->cap * sizeof *memo->slots);
    memo->made = 0;
}

static size_t place(const value_memo_t *memo, const memo_key_t *key) {
    uint64_t where = map64_pointer(key->frames) * 2654435761u ^ map64_pointer(key->edge);
    uint64_t what = (uint64_t)key->registers->id << 32 | (key->memory ? key->memory->id + 1 : 0);
    return hash_mix(where + key->thread, what) & (memo->cap - 1);
}

static bool same_key(const memo_key_t *a, const memo_key_t *b) {
    return a->edge == b->edge && a->registers == b->registers && a->memory == b->memory &&
           a->frames == b->frames && a->thread == b->thread;
}

const memo_result_t *value_memo_get(const value_memo_t *memo, const memo_key_t *key) {
    const memo_slot_t *slot = &memo->slots[place(memo, key)];
    return same_key(&slot->key, key) ? &slot->result : NULL;
}

static void grow(value_memo_t *memo) {
    memo_slot_t *old = memo->slots;
    size_t old_cap = memo->cap;
    memo->cap *= 4;
    memo->slots = mem_table_alloc(memo->cap * sizeof *memo->slots);
    for (size_t i = 0; i < old_cap; i++)
        if (old[i].key.edge) memo->slots[place(memo, &old[i].key)] = old[i];
    mem_table_free(old, old_cap * sizeof *old);
}

void value_memo_put(value_memo_t *memo, const memo_key_t *key, memo_result_t result) {
    if (2 * ++memo->made > memo->cap && memo->cap < MAX_SLOTS) grow(memo);
    memo->slots[place(memo, key)] = (memo_slot_t){*key, result};
}
