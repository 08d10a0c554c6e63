#include "engine/candidates/relations.h"

#include "tests/unit/test.h"

/* x, y, z, n of 8 bits; n is a bound. */
enum { X, Y, Z, N, COLUMNS };

static sample_group_t group_of(const uint64_t rows[][COLUMNS], size_t count) {
    sample_group_t group = {.variable_count = COLUMNS, .row_count = count};
    for (size_t i = 0; i < COLUMNS; i++) {
        group.variables[i] = variable_cell(64 + i, 1);
        group.widths[i] = 8;
    }
    group.is_bound[N] = true;
    for (size_t row = 0; row < count; row++)
        for (size_t i = 0; i < COLUMNS; i++) VEC_PUSH(group.values, rows[row][i]);
    return group;
}

static const term_t *symbol(terms_t *terms, unsigned at) {
    return term_symbol(terms, (sort_t){.kind = SORT_BV, .width = 8}, variable_cell(64 + at, 1), 0);
}

static bool has(const relations_t *found, const term_t *term) {
    for (size_t i = 0; i < found->len; i++)
        if (found->data[i] == term) return true;
    return false;
}

typedef struct {
    terms_t *terms;
    relations_t of[RELATION_KIND_COUNT];
} found_t;

static found_t find_all(const sample_group_t *group) {
    found_t found = {.terms = terms_new()};
    bool determined[SAMPLE_MAX_VARIABLES] = {0};
    map64_t bounds = {0};
    relations_note_bounds(group, &bounds);
    for (unsigned kind = 0; kind < RELATION_KIND_COUNT; kind++)
        relations_find(group, (relation_kind_t)kind, found.terms, &bounds, determined,
                       &found.of[kind]);
    map64_free(&bounds);
    return found;
}

static void found_free(found_t *found) {
    for (unsigned kind = 0; kind < RELATION_KIND_COUNT; kind++) VEC_FREE(found->of[kind]);
    terms_delete(found->terms);
}

TEST(pairs_are_equations_modulo_the_width) {
    /* y = x + 3, also where it wraps around; z = 7 - x would be no pair with y then */
    const uint64_t rows[][COLUMNS] = {{1, 4, 2, 9}, {254, 1, 5, 9}, {10, 13, 11, 9}};
    sample_group_t group = group_of(rows, 3);
    found_t found = find_all(&group);
    terms_t *t = found.terms;
    const term_t *sum = term_bv(t, TERM_BVADD, symbol(t, Y), term_const(t, 8, 253));
    CHECK(has(&found.of[RELATION_PAIRS], term_equal(t, symbol(t, X), sum)));
    CHECK_EQ(found.of[RELATION_PAIRS].len, 1);
    CHECK(has(&found.of[RELATION_CONSTANTS], term_equal(t, symbol(t, N), term_const(t, 8, 9))));
    CHECK_EQ(found.of[RELATION_CONSTANTS].len, 1);
    found_free(&found);
    VEC_FREE(group.values);
}

TEST(sums_have_three_variables) {
    /* z = x + y */
    const uint64_t rows[][COLUMNS] = {{1, 2, 3, 0}, {4, 1, 5, 7}, {9, 9, 18, 3}, {0, 5, 5, 11}};
    sample_group_t group = group_of(rows, 4);
    found_t found = find_all(&group);
    terms_t *t = found.terms;
    const term_t *sum = term_bv(t, TERM_BVADD, symbol(t, X), symbol(t, Y));
    CHECK_EQ(found.of[RELATION_PAIRS].len, 0);
    CHECK(has(&found.of[RELATION_SUMS], term_equal(t, sum, symbol(t, Z))));
    found_free(&found);
    VEC_FREE(group.values);
}

TEST(congruences_speak_of_low_bits) {
    const uint64_t rows[][COLUMNS] = {{2, 1, 3, 0}, {6, 4, 5, 7}, {10, 9, 8, 3}};
    sample_group_t group = group_of(rows, 3);
    found_t found = find_all(&group);
    terms_t *t = found.terms;
    for (unsigned bits = 1; bits <= 2; bits++)
        CHECK(has(&found.of[RELATION_CONGRUENCES],
                  term_equal(t, term_extract(t, symbol(t, X), bits - 1, 0),
                             term_const(t, bits, 2 & ((1u << bits) - 1)))));
    CHECK_EQ(found.of[RELATION_CONGRUENCES].len, 2);
    found_free(&found);
    VEC_FREE(group.values);
}

TEST(bounds_that_come_near_are_orders) {
    const uint64_t rows[][COLUMNS] = {{0, 20, 3, 5}, {5, 1, 77, 5}, {3, 90, 8, 4}};
    sample_group_t group = group_of(rows, 3);
    found_t found = find_all(&group);
    terms_t *t = found.terms;
    CHECK(has(&found.of[RELATION_ORDERS], term_bv(t, TERM_BVSLE, symbol(t, X), symbol(t, N))));
    CHECK(!has(&found.of[RELATION_ORDERS], term_bv(t, TERM_BVSLT, symbol(t, X), symbol(t, N))));
    CHECK(!has(&found.of[RELATION_ORDERS], term_bv(t, TERM_BVSLE, symbol(t, Y), symbol(t, N))));
    CHECK(
        has(&found.of[RELATION_ORDERS], term_bv(t, TERM_BVSLE, term_const(t, 8, 0), symbol(t, X))));
    found_free(&found);
    VEC_FREE(group.values);
}

TEST(a_group_is_split_by_sign) {
    const uint64_t rows[][COLUMNS] = {{0, 0, 0, 200}, {5, 1, 77, 5}, {3, 90, 8, 255}};
    sample_group_t group = group_of(rows, 3), parts[2];
    terms_t *terms = terms_new();
    const term_t *negative = relations_split(&group, N, terms, parts);
    CHECK(negative == term_bv(terms, TERM_BVSLT, symbol(terms, N), term_const(terms, 8, 0)));
    CHECK_EQ(parts[0].row_count, 1);
    CHECK_EQ(parts[1].row_count, 2);
    CHECK_EQ(sample_row(&parts[0], 0)[Z], 77);
    CHECK_EQ(sample_row(&parts[1], 1)[Y], 90);
    VEC_FREE(parts[0].values);
    VEC_FREE(parts[1].values);
    VEC_FREE(group.values);
    terms_delete(terms);
}
