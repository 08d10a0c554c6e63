#include "cpa/symbolic/weakening.h"

#include "util/arena.h"
#include "util/hash.h"

/* So many states at a loop head may differ in their facts alone. */
enum { MAX_ALIKE = 12 };

/* A state at a loop head, and what it was weakened to. */
typedef struct weakened {
    const configuration_t *where;
    part_t values;
    const block_t *from, *to;
} weakened_t;

/* The states at a loop head with these values. */
typedef struct alike {
    const configuration_t *where;
    part_t values;
    const block_t *last;
    size_t count;
} alike_t;

struct weakening {
    terms_t *terms;
    blocks_t *blocks;
    arena_t *arena;
    intern_t weakened, alike;
    VEC(block_item_t) items; /* scratch */
    term_vec_t conjuncts;    /* scratch */
};

static bool same_weakened(const void *in_table, const void *key) {
    const weakened_t *a = in_table, *b = key;
    return a->where == b->where && a->values == b->values && a->from == b->from;
}

static bool same_alike(const void *in_table, const void *key) {
    const alike_t *a = in_table, *b = key;
    return a->where == b->where && a->values == b->values;
}

weakening_t *weakening_new(terms_t *terms, blocks_t *blocks) {
    weakening_t *w = mem_zalloc(sizeof *w);
    w->terms = terms;
    w->blocks = blocks;
    w->arena = arena_new();
    intern_init(&w->weakened, same_weakened);
    intern_init(&w->alike, same_alike);
    return w;
}

void weakening_delete(weakening_t *w) {
    if (!w) return;
    intern_free(&w->weakened);
    intern_free(&w->alike);
    VEC_FREE(w->items);
    VEC_FREE(w->conjuncts);
    arena_delete(w->arena);
    mem_free(w);
}

static bool has_item(const block_t *block, const block_item_t *item) {
    for (uint32_t i = 0; i < block->count; i++)
        if (block->items[i].variable == item->variable) return block->items[i].value == item->value;
    return false;
}

/* What both say. */
static const block_t *common_facts(weakening_t *w, const block_t *a, const block_t *b) {
    VEC_CLEAR(w->items);
    for (uint32_t i = 0; i < a->count; i++)
        if (has_item(b, &a->items[i])) VEC_PUSH(w->items, a->items[i]);
    const term_t *condition = term_true(w->terms);
    VEC_CLEAR(w->conjuncts);
    term_conjuncts(w->terms, a->condition, &w->conjuncts);
    for (size_t i = 0; i < w->conjuncts.len; i++)
        if (term_has_conjuncts(b->condition, w->conjuncts.data[i]))
            condition = term_and(w->terms, condition, w->conjuncts.data[i]);
    return block_of(w->blocks, condition, w->items.data, w->items.len);
}

static alike_t *find_alike(weakening_t *w, const configuration_t *where, part_t values) {
    alike_t key = {.where = where, .values = values};
    uint64_t hash = hash_mix(map64_pointer(where), map64_pointer(values));
    alike_t *alike = intern_find(&w->alike, hash, &key);
    if (alike) return alike;
    alike = ARENA_NEW(w->arena, alike_t);
    *alike = key;
    intern_add(&w->alike, hash, alike);
    return alike;
}

const block_t *weakening_apply(weakening_t *w, const configuration_t *where, part_t values,
                               const block_t *facts) {
    weakened_t key = {where, values, facts, NULL};
    uint64_t hash = hash_mix(map64_pointer(where), map64_pointer(values));
    hash = hash_mix(hash, map64_pointer(facts));
    weakened_t *known = intern_find(&w->weakened, hash, &key);
    if (known) return known->to;
    alike_t *alike = find_alike(w, where, values);
    const block_t *weaker = facts;
    if (++alike->count > MAX_ALIKE) weaker = common_facts(w, facts, alike->last);
    alike->last = weaker;
    known = ARENA_NEW(w->arena, weakened_t);
    *known = key;
    known->to = weaker;
    intern_add(&w->weakened, hash, known);
    return weaker;
}
