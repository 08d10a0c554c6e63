#include "refine/counters.h"

#include "util/hash.h"

/* Is it x' = x + k of one variable? */
static bool is_count(const term_t *t) {
    if (t->kind != TERM_EQ) return false;
    for (size_t i = 0; i < 2; i++) {
        const term_t *after = t->a[i], *sum = t->a[1 - i];
        if (after->kind != TERM_SYMBOL || sum->kind != TERM_BVADD) continue;
        for (size_t k = 0; k < 2; k++)
            if (sum->a[k]->kind == TERM_SYMBOL && sum->a[k]->value == after->value &&
                sum->a[1 - k]->kind == TERM_CONST)
                return true;
    }
    return false;
}

static void find_counters(terms_t *terms, const term_t *part, map64_t *counters) {
    term_vec_t conjuncts = {0};
    term_conjuncts(terms, part, &conjuncts);
    for (size_t i = 0; i < conjuncts.len; i++) {
        const term_t *t = conjuncts.data[i];
        if (!is_count(t)) continue;
        map64_put(counters, t->a[t->a[0]->kind == TERM_SYMBOL ? 0 : 1]->value, 1);
    }
    VEC_FREE(conjuncts);
}

/* A comparison of a counter with a number or another variable. */
static bool compares_counter(const map64_t *counters, const term_t *t) {
    uint64_t ignored;
    if (t->kind == TERM_NOT) t = t->a[0];
    if (t->kind != TERM_BVSLT && t->kind != TERM_BVULT) return false;
    for (size_t i = 0; i < 2; i++)
        if (t->a[i]->kind == TERM_SYMBOL && map64_get(counters, t->a[i]->value, &ignored))
            return true;
    return false;
}

static const term_t *without(terms_t *terms, const term_t *part, const map64_t *counters) {
    term_vec_t conjuncts = {0};
    term_conjuncts(terms, part, &conjuncts);
    size_t kept = 0;
    for (size_t i = 0; i < conjuncts.len; i++)
        if (!compares_counter(counters, conjuncts.data[i]))
            conjuncts.data[kept++] = conjuncts.data[i];
    const term_t *rest = kept == conjuncts.len ? part : term_and_n(terms, conjuncts.data, kept);
    VEC_FREE(conjuncts);
    return rest;
}

bool counters_leave_out(terms_t *terms, const term_t *const *parts, size_t count,
                        const term_t **out) {
    map64_t counters = {0};
    bool any = false;
    for (size_t i = 0; i < count; i++) find_counters(terms, parts[i], &counters);
    for (size_t i = 0; i < count; i++) {
        out[i] = without(terms, parts[i], &counters);
        any = any || out[i] != parts[i];
    }
    map64_free(&counters);
    return any;
}
