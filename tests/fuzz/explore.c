#include "tests/fuzz/explore.h"

#include <stdlib.h>
#include <string.h>

/* States are told apart by 128 bits of hash. */
typedef struct key {
    uint64_t a, b;
} key_t128;

typedef struct search {
    machine_t machine;
    exploration_t *result;
    key_t128 *seen;
    size_t seen_size;
    state_t *stack;
    size_t depth, capacity;
    unsigned max_states;
} search_t;

static uint64_t mix(uint64_t hash, uint64_t word, uint64_t factor) {
    hash = (hash ^ word) * factor;
    return hash ^ (hash >> 29);
}

static void hash_bytes(key_t128 *key, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    for (; size >= 8; size -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        key->a = mix(key->a, word, UINT64_C(0x9e3779b97f4a7c15));
        key->b = mix(key->b, word, UINT64_C(0xd6e8feb86659fd93));
    }
    uint64_t rest = size + 1;
    for (; size; size--) rest = rest << 8 | *at++;
    key->a = mix(key->a, rest, UINT64_C(0x9e3779b97f4a7c15));
    key->b = mix(key->b, rest, UINT64_C(0xd6e8feb86659fd93));
}

static key_t128 state_key(const state_t *state, unsigned static_size) {
    key_t128 key = {1, 2};
    for (unsigned i = 0; i < MAX_THREADS; i++) {
        const machine_thread_t *t = &state->threads[i];
        uint32_t head[] = {t->status, t->calls, t->operands, t->pc, (uint32_t)t->result};
        hash_bytes(&key, head, sizeof head);
        if (t->status != THREAD_RUNS && t->status != THREAD_STUCK) continue;
        hash_bytes(&key, t->frames, t->calls * sizeof *t->frames);
        hash_bytes(&key, t->returns, t->calls * sizeof *t->returns);
        hash_bytes(&key, t->stack, t->operands * sizeof *t->stack);
        hash_bytes(&key, state->stacks[i], STACK_SIZE);
    }
    uint32_t head[] = {(uint32_t)state->atomic_owner, state->atomic_depth, state->is_ended};
    hash_bytes(&key, head, sizeof head);
    hash_bytes(&key, state->statics, static_size);
    hash_bytes(&key, state->heap, sizeof state->heap);
    if (state->heap[0].address) hash_bytes(&key, state->heaps, sizeof state->heaps);
    key.a |= 1; /* never the key of an empty slot */
    return key;
}

static bool is_new(search_t *search, const state_t *state) {
    key_t128 key = state_key(state, search->machine.code->static_size);
    size_t slot = key.b & (search->seen_size - 1);
    while (search->seen[slot].a) {
        if (search->seen[slot].a == key.a && search->seen[slot].b == key.b) return false;
        slot = (slot + 1) & (search->seen_size - 1);
    }
    search->seen[slot] = key;
    return true;
}

static void observe(void *context, unsigned id, int64_t value) {
    observed_t *observed = &((exploration_t *)context)->observed[id];
    for (unsigned i = 0; i < observed->count; i++)
        if (observed->values[i] == value) {
            observed->times[i]++;
            return;
        }
    if (observed->count == MAX_SEEN) {
        observed->is_full = true;
        return;
    }
    observed->values[observed->count] = value;
    observed->times[observed->count++] = 1;
}

/* False: the exploration is of no use. */
static bool take(search_t *search, const state_t *state, outcome_t outcome) {
    exploration_t *result = search->result;
    if (outcome == IS_UNDEFINED) {
        result->why = "something undefined";
        return false;
    }
    if (outcome == IS_BEYOND) return true;
    if (outcome == HIT_ERROR) {
        result->is_unsafe = true;
        return true;
    }
    if (!is_new(search, state)) return true;
    if (++result->states > search->max_states) {
        result->why = "too many states";
        return false;
    }
    if (search->depth == search->capacity) {
        search->capacity = search->capacity ? 2 * search->capacity : 64;
        search->stack = realloc(search->stack, search->capacity * sizeof *search->stack);
        if (!search->stack) abort();
    }
    result->has_race |= machine_races(&search->machine, state);
    search->stack[search->depth++] = *state;
    return true;
}

static bool expand(search_t *search, const state_t *state) {
    bool can_move = false, is_left = false;
    for (unsigned thread = 0; thread < MAX_THREADS; thread++) {
        unsigned choices = machine_choices(&search->machine, state, thread);
        is_left |= state->threads[thread].status == THREAD_RUNS;
        for (unsigned choice = 0; choice < choices; choice++) {
            can_move = true;
            state_t next = *state;
            outcome_t outcome = machine_step(&search->machine, &next, thread, choice);
            if (!take(search, &next, outcome)) return false;
        }
    }
    if (!can_move && is_left && !state->is_ended) search->result->has_stuck = true;
    return true;
}

void explore(exploration_t *result, tree_t *tree, unsigned max_states, bool passes_errors) {
    static code_t code;
    memset(result, 0, sizeof *result);
    code_make(&code, tree);
    if (code.is_broken) {
        result->why = "too large";
        return;
    }
    search_t search = {.machine = {.code = &code,
                                   .observe = observe,
                                   .context = result,
                                   .passes_errors = passes_errors},
                       .result = result,
                       .max_states = max_states,
                       .seen_size = 1024};
    while (search.seen_size < 2 * (size_t)max_states) search.seen_size *= 2;
    search.seen = calloc(search.seen_size, sizeof *search.seen);
    if (!search.seen) abort();
    state_t state;
    outcome_t outcome = machine_start(&search.machine, &state);
    result->is_usable = take(&search, &state, outcome);
    while (result->is_usable && search.depth) {
        state = search.stack[--search.depth];
        result->is_usable = expand(&search, &state);
    }
    free(search.seen);
    free(search.stack);
}
