#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/location.h"

/* struct item { int v; void *next; }
 * struct box { struct item one; int buf[4]; int head; struct item in[2]; } */
typedef struct setup {
    build_t b;
    locations_t *l;
    const object_t *items, *box, *x, *heap;
} setup_t;

static setup_t setup_new(void) {
    setup_t s = {.b = build_new()};
    types_t *types = s.b.program->types;
    type_t *item = type_record(types, TYPE_STRUCT, "item");
    field_t item_fields[] = {{.name = "v", .type = s.b.i32, .offset = 0},
                             {.name = "next", .type = s.b.voidp, .offset = 4}};
    type_set_fields(types, item, item_fields, 2, 8, 4);
    type_t *box = type_record(types, TYPE_STRUCT, "box");
    field_t box_fields[] = {{.name = "one", .type = item, .offset = 0},
                            {.name = "buf", .type = type_array(types, s.b.i32, 4), .offset = 8},
                            {.name = "head", .type = s.b.i32, .offset = 24},
                            {.name = "in", .type = type_array(types, item, 2), .offset = 28}};
    type_set_fields(types, box, box_fields, 4, 44, 4);
    s.items = build_global(&s.b, "items", type_array(types, type_array(types, item, 5), 3));
    s.box = build_global(&s.b, "box", box);
    s.x = build_global(&s.b, "x", s.b.i32);
    s.heap = program_add_object(s.b.program, OBJECT_HEAP, "heap", item, (source_t){0});
    s.l = locations_new(s.b.program);
    return s;
}

static void setup_delete(setup_t *s) {
    locations_delete(s->l);
    program_delete(s->b.program);
}

TEST(indices_are_forgotten) {
    setup_t s = setup_new();
    location_t v = location_at(s.l, s.items, 0), next = location_at(s.l, s.items, 4);
    CHECK(v != next);
    CHECK(location_at(s.l, s.items, 8) == v);
    CHECK(location_at(s.l, s.items, 44) == next);
    CHECK(location_at(s.l, s.items, -4) == next);
    CHECK(location_at(s.l, s.heap, 4 + 8 * 1000) == location_at(s.l, s.heap, 4));
    CHECK(location_at(s.l, s.box, 8) == location_at(s.l, s.box, 20));
    CHECK(location_at(s.l, s.box, 8) != location_at(s.l, s.box, 24));
    CHECK(location_at(s.l, s.box, 40) == location_at(s.l, s.box, 32));
    CHECK(location_is_any(s.l, location_at(s.l, s.box, 45)));
    CHECK(location_is_any(s.l, location_at(s.l, s.box, -1)));
    CHECK(location_object(s.l, v) == s.items);
    setup_delete(&s);
}

TEST(moves_by_bytes) {
    setup_t s = setup_new();
    location_t v = location_at(s.l, s.items, 0), next = location_at(s.l, s.items, 4);
    CHECK(location_shift(s.l, v, 4) == next);
    CHECK(location_shift(s.l, next, -4) == v);
    CHECK(location_shift(s.l, next, 4) == v);
    CHECK(location_shift(s.l, v, 8 * 7 + 4) == next);
    location_t one = location_at(s.l, s.box, 0), head = location_at(s.l, s.box, 24);
    CHECK(location_shift(s.l, one, 24) == head);
    CHECK(location_shift(s.l, head, -24) == one);
    CHECK(location_shift(s.l, one, 8) == location_at(s.l, s.box, 8));
    /* From some element of buf: which one is forgotten, so it may be anywhere. */
    CHECK(location_is_any(s.l, location_shift(s.l, location_at(s.l, s.box, 8), 4)));
    CHECK(location_is_any(s.l, location_shift(s.l, location_at(s.l, s.box, 8), 16)));
    location_t in_v = location_at(s.l, s.box, 28), in_next = location_at(s.l, s.box, 32);
    CHECK(location_shift(s.l, in_v, 4) == in_next);
    CHECK(location_shift(s.l, in_next, -4) == in_v);
    CHECK(location_is_any(s.l, location_shift(s.l, in_v, 8)));
    CHECK(location_is_any(s.l, location_shift(s.l, one, 100)));
    CHECK(location_is_any(s.l, location_shift(s.l, one, INT64_MAX)));
    setup_delete(&s);
}

TEST(moves_by_elements) {
    setup_t s = setup_new();
    location_t v = location_at(s.l, s.items, 0);
    CHECK(location_stride(s.l, v, 8) == v);
    CHECK(location_stride(s.l, v, 40) == v);
    CHECK(location_stride(s.l, v, 0) == v);
    CHECK(location_is_any(s.l, location_stride(s.l, v, 4)));
    CHECK(location_is_any(s.l, location_stride(s.l, location_at(s.l, s.box, 8), 4)));
    CHECK(location_is_any(s.l, location_stride(s.l, location_at(s.l, s.x, 0), 4)));
    setup_delete(&s);
}

TEST(slots_of_accesses) {
    setup_t s = setup_new();
    location_t slots[LOCATION_MAX_SLOTS];
    location_t v = location_at(s.l, s.items, 0), next = location_at(s.l, s.items, 4);
    CHECK_EQ(location_slots(s.l, v, 4, slots), 1);
    CHECK(slots[0] == v);
    CHECK_EQ(location_slots(s.l, v, 8, slots), 2);
    CHECK(slots[0] == v && slots[1] == next);
    CHECK_EQ(location_slots(s.l, location_at(s.l, s.items, 6), 1, slots), 1);
    CHECK(slots[0] == next);
    CHECK_EQ(location_slots(s.l, location_at(s.l, s.items, 6), 4, slots), 2);
    CHECK(slots[0] == next && slots[1] == v);
    CHECK_EQ(location_slots(s.l, location_any(s.l, s.items), 4, slots), 0);
    setup_delete(&s);
}

TEST(many_places_become_one) {
    build_t b = build_new();
    types_t *types = b.program->types;
    type_t *u = type_record(types, TYPE_UNION, "u");
    field_t fields[] = {
        {.name = "bytes", .type = type_array(types, type_int(types, 8, true), 1000)}};
    type_set_fields(types, u, fields, 1, 1000, 1);
    const object_t *object = build_global(&b, "u", u);
    locations_t *l = locations_new(b.program);
    for (int i = 0; i < 1000; i++) location_at(l, object, i);
    CHECK(locations_count(l) < 100);
    CHECK(location_is_any(l, location_at(l, object, 999)));
    CHECK(!location_is_any(l, location_at(l, object, 0)));
    locations_delete(l);
    program_delete(b.program);
}
