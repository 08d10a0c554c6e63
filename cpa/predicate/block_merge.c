#include "cpa/predicate/block_merge.h"

#include "cpa/predicate/block_internal.h"

#include <stdlib.h>

/* Values of one variable in two blocks; an input counter takes the larger. */
static const term_t *merge_value(blocks_t *blocks, variable_t variable, const term_t *choice,
                                 const term_t *a, const term_t *b) {
    if (a == b) return a;
    if (block_is_input(variable)) return a->value > b->value ? a : b;
    return term_ite(blocks->terms, choice, a, b);
}

/* The same merge gets the same symbol, so that what was computed for a block is
 * found again when the exploration comes by once more. */
static const term_t *choice_between(blocks_t *blocks, const block_t *a, const block_t *b) {
    uint64_t key = (uint64_t)a->id << 32 | b->id, number;
    if (!map64_get(&blocks->choices, key, &number)) {
        number = blocks->choices.len + 1;
        map64_put(&blocks->choices, key, number);
    }
    sort_t sort = {.kind = SORT_BOOL};
    return term_symbol(blocks->terms, sort, VARIABLE_INPUT_KIND << 62, (uint32_t)number);
}

const term_t *block_choice_at(terms_t *terms, const term_t *choice, uint64_t place) {
    return term_symbol(terms, choice->sort, VARIABLE_INPUT_KIND << 62 | (place + 1), choice->index);
}

static int by_id(const void *a, const void *b) {
    const term_t *x = *(const term_t *const *)a, *y = *(const term_t *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

static void sorted_conjuncts(terms_t *terms, const term_t *term, term_vec_t *out) {
    VEC_CLEAR(*out);
    term_conjuncts(terms, term, out);
    if (out->len) qsort(out->data, out->len, sizeof *out->data, by_id);
}

/* Either condition; what both say does not depend on the choice. */
static const term_t *merge_conditions(blocks_t *blocks, const term_t *choice, const term_t *a,
                                      const term_t *b) {
    terms_t *terms = blocks->terms;
    term_vec_t *left = &blocks->left, *right = &blocks->right, *common = &blocks->common;
    if (a == b) return a;
    sorted_conjuncts(terms, a, left);
    sorted_conjuncts(terms, b, right);
    VEC_CLEAR(*common);
    size_t i = 0, j = 0, in_left = 0, in_right = 0;
    while (i < left->len || j < right->len) {
        if (j == right->len || (i < left->len && left->data[i]->id < right->data[j]->id)) {
            left->data[in_left++] = left->data[i++];
        } else if (i == left->len || right->data[j]->id < left->data[i]->id) {
            right->data[in_right++] = right->data[j++];
        } else {
            VEC_PUSH(*common, left->data[i++]);
            j++;
        }
    }
    VEC_PUSH(*common, term_ite(terms, choice, term_and_n(terms, left->data, in_left),
                               term_and_n(terms, right->data, in_right)));
    return term_and_n(terms, common->data, common->len);
}

const block_t *block_merge(blocks_t *blocks, const block_t *a, const block_t *b,
                           const term_t **choice) {
    REQUIRE(a->from_start == b->from_start);
    *choice = NULL;
    if (a == b) return a;
    *choice = choice_between(blocks, a, b);
    VEC_CLEAR(blocks->items);
    size_t i = 0, j = 0;
    while (i < a->count || j < b->count) {
        variable_t v = i == a->count                                 ? b->items[j].variable
                       : j == b->count                               ? a->items[i].variable
                       : a->items[i].variable < b->items[j].variable ? a->items[i].variable
                                                                     : b->items[j].variable;
        bool in_a = i < a->count && a->items[i].variable == v;
        bool in_b = j < b->count && b->items[j].variable == v;
        const term_t *value;
        if (block_is_input(v) && (!in_a || !in_b))
            value = in_a ? a->items[i].value : b->items[j].value;
        else
            value =
                merge_value(blocks, v, *choice,
                            in_a ? a->items[i].value : block_start_value(blocks, a->from_start, v),
                            in_b ? b->items[j].value : block_start_value(blocks, b->from_start, v));
        VEC_PUSH(blocks->items, (block_item_t){v, value});
        i += in_a;
        j += in_b;
    }
    const term_t *condition = merge_conditions(blocks, *choice, a->condition, b->condition);
    return block_intern(blocks, a->from_start, condition, blocks->items.data, blocks->items.len);
}
