#include "tests/unit/test.h"

#include "cfa/type.h"

TEST(types_are_shared) {
    arena_t *arena = arena_new();
    types_t *types = types_new(arena, 32);
    const type_t *i = type_int(types, 32, true);
    CHECK(i == type_int(types, 32, true));
    CHECK(i != type_int(types, 32, false));
    CHECK(type_pointer(types, i) == type_pointer(types, i));
    CHECK(type_array(types, i, 3) != type_array(types, i, 4));
    const type_t *params[] = {i, type_bool(types)};
    const type_t *f = type_function(types, i, params, 2, false);
    CHECK(f == type_function(types, i, params, 2, false));
    CHECK(f != type_function(types, i, params, 1, false));
    CHECK(f != type_function(types, i, params, 2, true));
    CHECK(type_record(types, TYPE_STRUCT, "s") != type_record(types, TYPE_STRUCT, "s"));
    types_delete(types);
    arena_delete(arena);
}

TEST(sizes_follow_the_data_model) {
    arena_t *arena = arena_new();
    types_t *narrow = types_new(arena, 32), *wide = types_new(arena, 64);
    CHECK_EQ(type_pointer(narrow, type_void(narrow))->size, 4);
    CHECK_EQ(type_pointer(wide, type_void(wide))->size, 8);
    CHECK_EQ(type_pointer(wide, type_void(wide))->bits, 64);
    CHECK_EQ(type_array(wide, type_int(wide, 16, true), 7)->size, 14);
    types_delete(narrow);
    types_delete(wide);
    arena_delete(arena);
}

TEST(spelling_is_c) {
    arena_t *arena = arena_new();
    types_t *types = types_new(arena, 64);
    const type_t *i = type_int(types, 32, true);
    const type_t *voidp = type_pointer(types, type_void(types));
    CHECK_STR(type_spelling(types, i), "int");
    CHECK_STR(type_spelling(types, type_int(types, 64, false)), "unsigned long");
    CHECK_STR(type_spelling(types, voidp), "void *");
    CHECK_STR(type_spelling(types, type_pointer(types, type_array(types, i, 3))), "int (*)[3]");
    CHECK_STR(type_spelling(types, type_array(types, type_array(types, i, 3), 2)), "int [2][3]");
    const type_t *f = type_function(types, voidp, (const type_t *const[]){voidp}, 1, false);
    CHECK_STR(type_spelling(types, type_pointer(types, f)), "void *(*)(void *)");
    CHECK_STR(type_spelling(types, type_function(types, i, NULL, 0, false)), "int (void)");
    CHECK_STR(type_spelling(types, type_record(types, TYPE_UNION, "u")), "union u");
    types_delete(types);
    arena_delete(arena);
}

/* struct { char c; struct { short h[2]; int *p; } in[3]; union { char b[8]; long l; } u; } */
static const type_t *sample(types_t *types) {
    const type_t *c = type_int(types, 8, true), *h = type_int(types, 16, true);
    type_t *in = type_record(types, TYPE_STRUCT, "in");
    field_t in_fields[] = {
        {.name = "h", .type = type_array(types, h, 2), .offset = 0},
        {.name = "p", .type = type_pointer(types, type_int(types, 32, true)), .offset = 8}};
    type_set_fields(types, in, in_fields, 2, 16, 8);
    type_t *u = type_record(types, TYPE_UNION, "u");
    field_t u_fields[] = {{.name = "b", .type = type_array(types, c, 8)},
                          {.name = "l", .type = type_int(types, 64, true)}};
    type_set_fields(types, u, u_fields, 2, 8, 8);
    type_t *s = type_record(types, TYPE_STRUCT, "s");
    field_t s_fields[] = {{.name = "c", .type = c, .offset = 0},
                          {.name = "m", .type = type_opaque(types, "mutex", 24, 8), .offset = 8},
                          {.name = "in", .type = type_array(types, in, 3), .offset = 32},
                          {.name = "u", .type = u, .offset = 80}};
    type_set_fields(types, s, s_fields, 4, 88, 8);
    return s;
}

TEST(cells_enumerate_scalars) {
    arena_t *arena = arena_new();
    types_t *types = types_new(arena, 64);
    const type_t *s = sample(types);
    CHECK_EQ(type_cell_count(s), 1 + 3 * 3 + 1);
    static const uint64_t offsets[] = {0, 32, 34, 40, 48, 50, 56, 64, 66, 72, 80};
    static const uint64_t sizes[] = {1, 2, 2, 8, 2, 2, 8, 2, 2, 8, 8};
    for (uint64_t i = 0; i < 11; i++) {
        cell_t cell = type_cell(s, i);
        CHECK_EQ(cell.offset, offsets[i]);
        CHECK_EQ(cell.type->size, sizes[i]);
        uint64_t index;
        CHECK(type_cell_at(s, offsets[i], sizes[i], &index));
        CHECK_EQ(index, i);
        CHECK(!type_cell_at(s, offsets[i], sizes[i] * 2, &index));
        CHECK(!type_cell_at(s, offsets[i] + 1, 1, &index));
    }
    uint64_t index;
    CHECK(!type_cell_at(s, 88, 1, &index));
    cell_t cell;
    CHECK(type_cell_around(s, 55 + 3, &cell) && cell.offset == 56 && cell.type->size == 8);
    CHECK(!type_cell_around(s, 52, &cell)); /* padding */
    CHECK(!type_cell_around(s, 9, &cell));  /* opaque */
    CHECK(!type_is_uniform(s, 8) &&
          type_is_uniform(type_array(types, type_int(types, 8, false), 3), 1));
    CHECK(!type_cell_at(s, 8, 8, &index)); /* an opaque object has no cells */
    CHECK_EQ(type_cell_count(type_array(types, s, 1000)), 11000);
    CHECK_EQ(type_cell(type_array(types, s, 1000), 10999).offset, 999 * 88 + 80);
    CHECK_EQ(type_cell_count(type_array(types, s, UINT64_C(1) << 40)), UINT32_MAX);
    types_delete(types);
    arena_delete(arena);
}

TEST(bytes_of_other_union_members_are_cells) {
    arena_t *arena = arena_new();
    types_t *types = types_new(arena, 64);
    type_t *large = type_record(types, TYPE_STRUCT, "large");
    field_t large_fields[] = {{.name = "tag", .type = type_int(types, 8, true)},
                              {.name = "wide", .type = type_int(types, 64, true), .offset = 8}};
    type_set_fields(types, large, large_fields, 2, 16, 8);
    type_t *u = type_record(types, TYPE_UNION, "u");
    field_t u_fields[] = {{.name = "large", .type = large},
                          {.name = "word", .type = type_int(types, 32, false)}};
    type_set_fields(types, u, u_fields, 2, 16, 8);
    CHECK_EQ(type_cell_count(u), 1 + 3 + 1); /* the tag, three bytes of the word, wide */
    cell_t cell;
    CHECK(type_cell_around(u, 3, &cell) && cell.offset == 3 && cell.type->size == 1);
    CHECK(!type_cell_around(u, 4, &cell));
    CHECK(type_cell_around(u, 15, &cell) && cell.offset == 8);
    types_delete(types);
    arena_delete(arena);
}

TEST(bit_fields_share_a_cell) {
    arena_t *arena = arena_new();
    types_t *types = types_new(arena, 32);
    const type_t *i = type_int(types, 32, false);
    type_t *s = type_record(types, TYPE_STRUCT, "s");
    field_t fields[] = {{.name = "a", .type = i, .bit_shift = 0, .bit_width = 3},
                        {.name = "b", .type = i, .bit_shift = 3, .bit_width = 5},
                        {.name = "c", .type = type_int(types, 8, true), .offset = 1},
                        {.name = "d", .type = i, .offset = 4}};
    type_set_fields(types, s, fields, 4, 8, 4);
    uint64_t index;
    CHECK_EQ(type_cell_count(s), 2);
    CHECK(type_cell_at(s, 0, 4, &index));
    CHECK(!type_cell_at(s, 1, 1, &index)); /* overlaps the unit: must not be a cell */
    CHECK(type_cell_at(s, 4, 4, &index));
    CHECK_EQ(index, 1);
    types_delete(types);
    arena_delete(arena);
}
