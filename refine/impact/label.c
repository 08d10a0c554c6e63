#include "refine/impact/label.h"

#include "util/arena.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

struct labels {
    terms_t *terms;
    arena_t *arena;
    intern_t table;
    uint32_t count;
    const label_t *always, *never;
    term_vec_t scratch;
};

static bool same_label(const void *in_table, const void *key) {
    const label_t *a = in_table, *b = key;
    return a->is_false == b->is_false && a->count == b->count &&
           (!a->count || !memcmp(a->conjuncts, b->conjuncts, a->count * sizeof *a->conjuncts));
}

static const label_t *intern_label(labels_t *labels, bool is_false, const term_t *const *conjuncts,
                                   size_t count) {
    size_t bytes = count * sizeof *conjuncts;
    uint64_t hash = hash_mix(is_false, count);
    for (size_t i = 0; i < count; i++) hash = hash_mix(hash, conjuncts[i]->id);
    label_t *key = mem_alloc(sizeof *key + bytes);
    key->is_false = is_false;
    key->count = (uint32_t)count;
    if (bytes) memcpy(key->conjuncts, conjuncts, bytes);
    label_t *label = intern_find(&labels->table, hash, key);
    if (!label) {
        key->id = labels->count++;
        label = arena_alloc(labels->arena, sizeof *key + bytes);
        memcpy(label, key, sizeof *key + bytes);
        intern_add(&labels->table, hash, label);
    }
    mem_free(key);
    return label;
}

labels_t *labels_new(terms_t *terms) {
    labels_t *labels = mem_zalloc(sizeof *labels);
    labels->terms = terms;
    labels->arena = arena_new();
    intern_init(&labels->table, same_label);
    labels->always = intern_label(labels, false, NULL, 0);
    labels->never = intern_label(labels, true, NULL, 0);
    return labels;
}

void labels_delete(labels_t *labels) {
    if (!labels) return;
    intern_free(&labels->table);
    arena_delete(labels->arena);
    VEC_FREE(labels->scratch);
    mem_free(labels);
}

size_t labels_bytes(const labels_t *labels) {
    return arena_bytes(labels->arena);
}

const label_t *label_true(labels_t *labels) {
    return labels->always;
}

const label_t *label_false(labels_t *labels) {
    return labels->never;
}

static int by_id(const void *a, const void *b) {
    const term_t *x = *(const term_t *const *)a, *y = *(const term_t *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

const label_t *label_and(labels_t *labels, const label_t *label, const term_t *term) {
    term_vec_t *set = &labels->scratch;
    if (label->is_false || term_is_true(term)) return label;
    VEC_CLEAR(*set);
    term_conjuncts(labels->terms, term, set);
    size_t added = 0;
    for (size_t i = 0; i < set->len; i++) {
        if (term_is_false(set->data[i])) return labels->never;
        if (label_has(label, term_not(labels->terms, set->data[i]))) return labels->never;
        if (!label_has(label, set->data[i])) set->data[added++] = set->data[i];
    }
    set->len = added;
    if (!added) return label;
    for (uint32_t i = 0; i < label->count; i++) VEC_PUSH(*set, label->conjuncts[i]);
    qsort(set->data, set->len, sizeof *set->data, by_id);
    return intern_label(labels, false, set->data, set->len);
}

const term_t *label_term(labels_t *labels, const label_t *label) {
    if (label->is_false) return term_false(labels->terms);
    return term_and_n(labels->terms, label->conjuncts, label->count);
}

bool label_has(const label_t *label, const term_t *conjunct) {
    size_t low = 0, high = label->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (label->conjuncts[middle] == conjunct) return true;
        if (label->conjuncts[middle]->id < conjunct->id)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}
