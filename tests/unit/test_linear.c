#include "solver/linear.h"
#include "tests/unit/test.h"

enum { X = 1, Y };

static const term_t *var(terms_t *terms, uint64_t tag, unsigned width) {
    return term_symbol(terms, (sort_t){.kind = SORT_BV, .width = (uint8_t)width}, tag, 1);
}

static const term_t *num(terms_t *terms, int64_t value) {
    return term_const(terms, 32, (uint64_t)value);
}

/* a * x + b * y + c */
static linear_sum_t sum_of(terms_t *terms, int64_t a, int64_t b, int64_t c) {
    linear_sum_t sum = {0};
    linear_sum_add(&sum, var(terms, X, 32), a);
    linear_sum_add(&sum, var(terms, Y, 32), b);
    linear_sum_add_number(&sum, c, 1);
    return sum;
}

static const term_t *at_most_zero(terms_t *terms, int64_t a, int64_t b, int64_t c) {
    linear_signs_t signs = {0};
    linear_sum_t sum = sum_of(terms, a, b, c);
    const term_t *result = linear_at_most_zero(terms, &sum, &signs);
    linear_sum_free(&sum);
    return result;
}

static const term_t *is_zero(terms_t *terms, int64_t a, int64_t b, int64_t c) {
    linear_signs_t signs = {0};
    linear_sum_t sum = sum_of(terms, a, b, c);
    const term_t *result = linear_is_zero(terms, &sum, &signs);
    linear_sum_free(&sum);
    return result;
}

TEST(sums_become_comparisons) {
    terms_t *t = terms_new();
    const term_t *x = var(t, X, 32), *y = var(t, Y, 32);
    CHECK(at_most_zero(t, 1, 0, -5) == term_bv(t, TERM_BVSLE, x, num(t, 5)));
    CHECK(at_most_zero(t, -1, 0, 5) == term_bv(t, TERM_BVSLE, num(t, 5), x));
    CHECK(at_most_zero(t, 1, -1, 0) == term_bv(t, TERM_BVSLE, x, y));
    CHECK(at_most_zero(t, 1, -1, 1) == term_bv(t, TERM_BVSLT, x, y));
    /* 2x <= 2y + 5 is x <= y + 2, and what is taken away keeps both near zero */
    CHECK(at_most_zero(t, 2, -2, -5) ==
          term_bv(t, TERM_BVSLE, term_bv(t, TERM_BVSUB, x, num(t, 2)), y));
    /* 3x <= -4 is x <= -2 */
    CHECK(at_most_zero(t, 3, 0, 4) == term_bv(t, TERM_BVSLE, x, num(t, -2)));
    CHECK(is_zero(t, 1, -2, 0) == term_equal(t, x, term_bv(t, TERM_BVMUL, y, num(t, 2))));
    terms_delete(t);
}

TEST(what_cannot_be_said_is_left_out) {
    terms_t *t = terms_new();
    CHECK(!at_most_zero(t, 0, 0, 1));
    CHECK(!at_most_zero(t, 1, 0, -((int64_t)1 << 40)));
    CHECK(!at_most_zero(t, (int64_t)1 << 40, 1, 0));
    CHECK(!at_most_zero(t, 1, 0, INT64_MIN));
    CHECK(!is_zero(t, 2, -4, 1));
    linear_sum_t sum = sum_of(t, 1, 0, 0);
    linear_signs_t signs = {0};
    linear_sum_add_number(&sum, INT64_MAX, 3);
    CHECK(!linear_at_most_zero(t, &sum, &signs));
    linear_sum_free(&sum);
    terms_delete(t);
}

TEST(terms_that_cancel_out_are_gone) {
    terms_t *t = terms_new();
    linear_sum_t a = sum_of(t, 2, -1, 3), b = sum_of(t, -2, 1, -3);
    CHECK(linear_sums_are_opposite(&a, &b));
    linear_sum_add(&b, var(t, Y, 32), -1);
    CHECK(!linear_sums_are_opposite(&a, &b));
    CHECK_EQ(b.items.len, 1);
    linear_sum_free(&a);
    linear_sum_free(&b);
    terms_delete(t);
}

TEST(numbers_without_a_sign_are_compared_as_such) {
    terms_t *t = terms_new();
    const term_t *x = var(t, X, 32), *y = var(t, Y, 32), *c = var(t, X + Y, 8);
    const term_t *parts[] = {term_bv(t, TERM_BVULT, x, num(t, 9)),
                             term_equal(t, y, term_resize(t, c, 32, false))};
    linear_signs_t signs;
    linear_signs_collect(&signs, t, parts, 2);
    CHECK(linear_is_unsigned(&signs, x));
    CHECK(linear_is_unsigned(&signs, c));
    CHECK(!linear_is_unsigned(&signs, y));
    linear_sum_t sum = sum_of(t, 1, 0, -0xfffffff0ll);
    CHECK(linear_at_most_zero(t, &sum, &signs) == term_bv(t, TERM_BVULE, x, num(t, 0xfffffff0ll)));
    linear_sum_add_number(&sum, 0xfffffff1ll, 1); /* x + 1 <= 0 */
    CHECK(!linear_at_most_zero(t, &sum, &signs));
    linear_sum_free(&sum);
    linear_signs_free(&signs);
    terms_delete(t);
}
