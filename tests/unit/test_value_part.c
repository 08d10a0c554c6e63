#include "cpa/value/value_part.h"
#include "tests/unit/test.h"

static const bindings_t *bind(bindings_table_t *table, variable_t variable, uint64_t value) {
    binding_t binding = {variable, value};
    return bindings_intern(table, &binding, 1);
}

/* Whichever way a part is made, it is one and has one hash. */
TEST(changing_a_part_gives_the_part_made_from_scratch) {
    bindings_table_t *table = bindings_table_new();
    value_parts_t *parts = value_parts_new(table);
    const bindings_t *none = bindings_empty(table), *memory = bind(table, 100, 1);
    const bindings_t *r = bind(table, 1, 5), *q = bind(table, 2, 6);
    const bindings_t *all[] = {none, r, q};
    const value_part_t *start = value_part_intern(parts, memory, NULL, 0);
    const value_part_t *part = value_part_change(parts, start, memory, 2, q);
    CHECK_EQ(part->thread_count, 3);
    part = value_part_change(parts, part, memory, 1, r);
    CHECK(part == value_part_intern(parts, memory, all, 3));
    CHECK(value_part_thread(parts, part, 7) == none);
    /* Back again, in the other order. */
    const value_part_t *back = value_part_change(parts, part, none, 1, none);
    CHECK(back != part);
    back = value_part_change(parts, back, memory, 2, none);
    CHECK(back == start);
    CHECK_EQ(back->thread_count, 0);
    value_parts_delete(parts);
    bindings_table_delete(table);
}

TEST(threads_with_the_same_map_at_other_numbers_are_other_parts) {
    bindings_table_t *table = bindings_table_new();
    value_parts_t *parts = value_parts_new(table);
    const bindings_t *none = bindings_empty(table), *r = bind(table, 1, 5), *q = bind(table, 2, 6);
    const bindings_t *one[] = {r, q}, *other[] = {q, r};
    CHECK(value_part_intern(parts, none, one, 2) != value_part_intern(parts, none, other, 2));
    CHECK(value_part_intern(parts, r, &q, 1) != value_part_intern(parts, q, &r, 1));
    value_parts_delete(parts);
    bindings_table_delete(table);
}

TEST(filed_parts_are_found_by_what_they_cover) {
    bindings_table_t *table = bindings_table_new();
    value_parts_t *parts = value_parts_new(table);
    configuration_t where = {.id = 3}, elsewhere = {.id = 4};
    const bindings_t *none = bindings_empty(table), *memory = bind(table, 100, 1);
    const bindings_t *r = bind(table, 1, 5), *s = bind(table, 1, 6);
    const value_part_t *full = value_part_intern(parts, memory, &r, 1);
    const value_part_t *less = value_part_intern(parts, none, &r, 1);
    const value_part_t *wrong = value_part_intern(parts, none, &s, 1);
    CHECK(value_part_covers(parts, less, full));
    CHECK(!value_part_covers(parts, full, less));
    CHECK(!value_part_covers(parts, wrong, full));
    parts_t found = {0};
    value_part_file(parts, &where, wrong); /* the shape of less, with another value */
    value_part_find(parts, &where, full, &found);
    CHECK_EQ(found.len, 1);
    CHECK(found.data[0] == less);
    VEC_CLEAR(found);
    value_part_file(parts, &where, full);
    value_part_find(parts, &where, full, &found);
    CHECK_EQ(found.len, 2);
    VEC_CLEAR(found);
    value_part_find(parts, &where, less, &found);
    CHECK_EQ(found.len, 1);
    VEC_CLEAR(found);
    value_part_find(parts, &elsewhere, full, &found);
    CHECK_EQ(found.len, 0);
    VEC_FREE(found);
    value_parts_delete(parts);
    bindings_table_delete(table);
}
