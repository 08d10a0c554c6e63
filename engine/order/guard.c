#include "engine/order/guard.h"

#include "util/mem.h"

#include <stdlib.h>

static int by_id(const void *a, const void *b) {
    uint32_t x = (*(const term_t *const *)a)->id, y = (*(const term_t *const *)b)->id;
    return x < y ? -1 : x > y;
}

static void parts_of(terms_t *terms, const term_t *guard, term_vec_t *out) {
    VEC_CLEAR(*out);
    term_conjuncts(terms, guard, out);
    qsort(out->data, out->len, sizeof *out->data, by_id);
}

/* Keeps of the first what is in both. */
static void intersect(term_vec_t *into, const term_vec_t *other) {
    size_t kept = 0, j = 0;
    for (size_t i = 0; i < into->len; i++) {
        while (j < other->len && other->data[j]->id < into->data[i]->id) j++;
        if (j < other->len && other->data[j] == into->data[i]) into->data[kept++] = into->data[i];
    }
    into->len = kept;
}

static const term_t *without(terms_t *terms, const term_vec_t *parts, const term_vec_t *common) {
    term_vec_t rest = {0};
    size_t j = 0;
    for (size_t i = 0; i < parts->len; i++) {
        while (j < common->len && common->data[j]->id < parts->data[i]->id) j++;
        if (j < common->len && common->data[j] == parts->data[i]) continue;
        VEC_PUSH(rest, parts->data[i]);
    }
    const term_t *result = term_and_n(terms, rest.data, rest.len);
    VEC_FREE(rest);
    return result;
}

static const term_t *join_two(terms_t *terms, const term_t *a, const term_t *b) {
    if (a == b || term_is_true(a) || term_is_false(b)) return a;
    if (term_is_true(b) || term_is_false(a)) return b;
    term_vec_t common = {0}, left = {0}, right = {0};
    parts_of(terms, a, &left);
    parts_of(terms, b, &right);
    parts_of(terms, a, &common);
    intersect(&common, &right);
    const term_t *x = without(terms, &left, &common), *y = without(terms, &right, &common);
    const term_t *rest = x == term_not(terms, y) ? term_true(terms) : term_or(terms, x, y);
    VEC_PUSH(common, rest);
    const term_t *result = term_and_n(terms, common.data, common.len);
    VEC_FREE(common);
    VEC_FREE(left);
    VEC_FREE(right);
    return result;
}

/* The last two first: they come from the innermost branch. */
const term_t *guard_join(terms_t *terms, const term_t *const *guards, size_t count) {
    const term_t *result = term_false(terms);
    for (size_t i = count; i-- > 0;) result = join_two(terms, guards[i], result);
    return result;
}

void guard_differences(terms_t *terms, const term_t *const *guards, size_t count,
                       const term_t **out) {
    term_vec_t common = {0}, parts = {0};
    for (size_t i = 0; i < count; i++) {
        parts_of(terms, guards[i], i ? &parts : &common);
        if (i) intersect(&common, &parts);
    }
    for (size_t i = 0; i < count; i++) {
        parts_of(terms, guards[i], &parts);
        out[i] = without(terms, &parts, &common);
    }
    VEC_FREE(common);
    VEC_FREE(parts);
}
