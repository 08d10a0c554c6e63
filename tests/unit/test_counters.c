#include "refine/counters.h"
#include "tests/unit/test.h"

enum { I = 1, N, FLAG };

static const term_t *var(terms_t *t, uint64_t tag, uint32_t index) {
    return term_symbol(t, (sort_t){.kind = SORT_BV, .width = 32}, tag, index);
}

static const term_t *num(terms_t *t, uint64_t value) {
    return term_const(t, 32, value);
}

/* i < n, i' = i + 1, flag = 0; then i' >= n */
TEST(comparisons_of_counters_are_left_out) {
    terms_t *t = terms_new();
    const term_t *flag = term_equal(t, var(t, FLAG, 1), num(t, 0));
    const term_t *count =
        term_equal(t, var(t, I, 2), term_bv(t, TERM_BVADD, var(t, I, 1), num(t, 1)));
    const term_t *all[] = {term_bv(t, TERM_BVSLT, var(t, I, 1), var(t, N, 1)), count, flag};
    const term_t *parts[] = {term_and_n(t, all, 3),
                             term_not(t, term_bv(t, TERM_BVSLT, var(t, I, 2), num(t, 9)))};
    const term_t *out[2];
    CHECK(counters_leave_out(t, parts, 2, out));
    CHECK(out[0] == term_and(t, count, flag));
    CHECK(term_is_true(out[1]));
    terms_delete(t);
}

/* What does not change by a number is no counter, and its comparisons stay. */
TEST(other_comparisons_stay) {
    terms_t *t = terms_new();
    const term_t *sum =
        term_equal(t, var(t, I, 2), term_bv(t, TERM_BVADD, var(t, I, 1), var(t, N, 1)));
    const term_t *parts[] = {
        term_and(t, sum, term_bv(t, TERM_BVSLT, var(t, I, 1), num(t, 9))),
        term_bv(t, TERM_BVULT, var(t, N, 1), var(t, FLAG, 1)),
    };
    const term_t *out[2];
    CHECK(!counters_leave_out(t, parts, 2, out));
    CHECK(out[0] == parts[0] && out[1] == parts[1]);
    terms_delete(t);
}
