#include "cpa/core/bindings.h"
#include "tests/unit/test.h"

static const binding_t abc[] = {{10, 1}, {20, 2}, {30, 3}};

TEST(equal_maps_are_one) {
    bindings_table_t *t = bindings_table_new();
    const bindings_t *a = bindings_intern(t, abc, 3);
    binding_t copy[] = {{10, 1}, {20, 2}, {30, 3}}, other[] = {{10, 1}, {20, 2}, {30, 4}};
    CHECK(a == bindings_intern(t, copy, 3));
    const bindings_t *b = bindings_intern(t, other, 3);
    CHECK(a != b);
    CHECK(a->shape == b->shape);
    CHECK(a->shape != bindings_intern(t, abc, 2)->shape);
    CHECK(bindings_empty(t) == bindings_intern(t, NULL, 0));
    bindings_table_delete(t);
}

TEST(looking_up) {
    bindings_table_t *t = bindings_table_new();
    const bindings_t *a = bindings_intern(t, abc, 3);
    uint64_t value = 99;
    CHECK(bindings_get(a, 20, &value));
    CHECK_EQ(value, 2);
    CHECK(!bindings_get(a, 5, &value));
    CHECK(!bindings_get(a, 25, &value));
    CHECK(!bindings_get(a, 31, &value));
    CHECK(!bindings_get(bindings_empty(t), 10, &value));
    bindings_table_delete(t);
}

TEST(inclusion_is_of_bindings_and_not_of_variables) {
    bindings_table_t *t = bindings_table_new();
    const bindings_t *a = bindings_intern(t, abc, 3);
    binding_t part[] = {{10, 1}, {30, 3}}, wrong[] = {{10, 1}, {30, 4}},
              more[] = {{10, 1}, {40, 3}};
    CHECK(bindings_include(a, bindings_intern(t, part, 2)));
    CHECK(bindings_include(a, bindings_empty(t)));
    CHECK(!bindings_include(bindings_intern(t, part, 2), a));
    CHECK(!bindings_include(a, bindings_intern(t, wrong, 2)));
    CHECK(!bindings_include(a, bindings_intern(t, more, 2)));
    bindings_table_delete(t);
}

TEST(projection_finds_what_was_interned_only) {
    bindings_table_t *t = bindings_table_new();
    const bindings_t *a = bindings_intern(t, abc, 3);
    binding_t part[] = {{10, 7}, {30, 8}}, strange[] = {{10, 1}, {11, 1}};
    const shape_t *shape = bindings_intern(t, part, 2)->shape;
    CHECK(bindings_project(t, a, a->shape) == a);
    CHECK(!bindings_project(t, a, shape));
    binding_t mine[] = {{10, 1}, {30, 3}};
    const bindings_t *projected = bindings_intern(t, mine, 2);
    CHECK(bindings_project(t, a, shape) == projected);
    CHECK(!bindings_project(t, a, bindings_intern(t, strange, 2)->shape));
    CHECK(bindings_project(t, a, bindings_empty(t)->shape) == bindings_empty(t));
    bindings_table_delete(t);
}

TEST(editing_keeps_order) {
    binding_vec_t v = {0};
    binding_vec_set(&v, 30, 3);
    binding_vec_set(&v, 10, 1);
    binding_vec_set(&v, 20, 2);
    binding_vec_set(&v, 10, 5);
    CHECK_EQ(v.len, 3);
    CHECK(v.data[0].variable == 10 && v.data[0].value == 5);
    CHECK(v.data[1].variable == 20 && v.data[2].variable == 30);
    binding_vec_remove(&v, 25);
    CHECK_EQ(v.len, 3);
    binding_vec_remove_range(&v, 11, 30);
    CHECK_EQ(v.len, 1);
    CHECK_EQ(v.data[0].variable, 10);
    binding_vec_remove(&v, 10);
    CHECK_EQ(v.len, 0);
    VEC_FREE(v);
}
