#include "engine/crowd/hulls.h"

#include "util/hash.h"

#include <stdlib.h>

/* Growths of one side before it is given up. */
enum { PATIENCE = 16 };

typedef struct hull {
    range_t range;
    unsigned falls, rises;
} hull_t;

struct hulls {
    VEC(int64_t) numbers; /* sorted: where intervals may end */
    VEC(hull_t) all;
    map64_t by_place; /* hash of (variable, place) -> index; a collision only loses */
};

static int compare_numbers(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* Constants, and what lies next to them: behind `x < 10`, x is 9. */
static void add_numbers(hulls_t *hulls, const expr_t *expr) {
    if (!expr) return;
    if (expr->kind == EXPR_CONST && expr->width <= 64) {
        int64_t number = range_of_value(expr->value, expr->width).low;
        if (number > INT64_MIN) VEC_PUSH(hulls->numbers, number - 1);
        VEC_PUSH(hulls->numbers, number);
        if (number < INT64_MAX) VEC_PUSH(hulls->numbers, number + 1);
    }
    for (unsigned i = 0; i < expr->arity; i++) add_numbers(hulls, expr->a[i]);
}

hulls_t *hulls_new(const program_t *program) {
    hulls_t *hulls = mem_zalloc(sizeof *hulls);
    for (size_t i = 0; i < program->edges.len; i++) {
        const edge_t *edge = program->edges.data[i];
        add_numbers(hulls, edge->value);
        for (size_t k = 0; k < edge->arg_count; k++) add_numbers(hulls, edge->args[k]);
    }
    if (hulls->numbers.len)
        qsort(hulls->numbers.data, hulls->numbers.len, sizeof(int64_t), compare_numbers);
    return hulls;
}

void hulls_delete(hulls_t *hulls) {
    if (!hulls) return;
    VEC_FREE(hulls->numbers);
    VEC_FREE(hulls->all);
    map64_free(&hulls->by_place);
    mem_free(hulls);
}

void hulls_clear(hulls_t *hulls) {
    VEC_CLEAR(hulls->all);
    map64_clear(&hulls->by_place);
}

/* The next number of the program from here on, upwards or downwards. */
static int64_t next_number(const hulls_t *hulls, int64_t from, bool upwards, int64_t limit) {
    size_t low = 0, high = hulls->numbers.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (hulls->numbers.data[middle] < from)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_there = low < hulls->numbers.len && hulls->numbers.data[low] == from;
    if (!is_there && !upwards) {
        if (!low) return limit;
        low--;
    }
    if (low == hulls->numbers.len) return limit;
    int64_t number = hulls->numbers.data[low];
    return upwards ? (number > limit ? limit : number) : (number < limit ? limit : number);
}

range_t hulls_add(hulls_t *hulls, variable_t variable, uint64_t place, unsigned width, range_t seen,
                  bool *has_grown) {
    uint64_t key = hash_mix(hash_mix(1, variable), place), index;
    if (!map64_get(&hulls->by_place, key, &index)) {
        map64_put(&hulls->by_place, key, hulls->all.len);
        VEC_PUSH(hulls->all, (hull_t){seen, 0, 0});
        return seen;
    }
    hull_t *hull = &hulls->all.data[index];
    range_t all = range_all(width), *range = &hull->range;
    if (seen.low < range->low) {
        *has_grown = true;
        range->low =
            ++hull->falls > PATIENCE ? all.low : next_number(hulls, seen.low, false, all.low);
    }
    if (seen.high > range->high) {
        *has_grown = true;
        range->high =
            ++hull->rises > PATIENCE ? all.high : next_number(hulls, seen.high, true, all.high);
    }
    if (range->not_zero && !seen.not_zero) {
        *has_grown = true;
        range->not_zero = false;
    }
    return *range;
}
