#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/layout.h"

TEST(objects_lie_apart) {
    build_t b = build_new();
    function_t *f = build_function(&b, "main", b.i32, NULL, NULL);
    const type_t *chars = type_array(b.program->types, type_int(b.program->types, 8, true), 3);
    object_t *list[] = {build_global(&b, "a", b.i32), build_global(&b, "b", chars),
                        build_global(&b, "c", b.i32), (object_t *)f->object};
    object_t *l1 = build_local(&b, "l1", chars), *l2 = build_local(&b, "l2", b.i32);
    object_t *tls = program_add_object(b.program, OBJECT_THREAD, "tls", b.i32, (source_t){0});
    layout_run(b.program);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            if (i == j) continue;
            uint64_t end = list[i]->address + list[i]->type->size;
            CHECK(list[j]->address >= end + LAYOUT_GAP ||
                  list[j]->address + list[j]->type->size + LAYOUT_GAP <= list[i]->address);
        }
    CHECK(list[0]->address >= LAYOUT_STATIC_BASE);
    CHECK_EQ(l1->address, 0);
    CHECK(l2->address >= 3 + LAYOUT_GAP && l2->address % 4 == 0);
    CHECK(f->frame_size >= l2->address + 4 + LAYOUT_GAP);
    CHECK(b.program->thread_block_size >= tls->address + 4 + LAYOUT_GAP);
    CHECK_EQ(b.program->by_address.len, 4);
    CHECK(b.program->limit == NULL);
    program_delete(b.program);
}

TEST(addresses_lead_back_to_objects) {
    build_t b = build_new();
    function_t *f = build_function(&b, "main", b.i32, NULL, NULL);
    const object_t *a = build_global(&b, "a", b.i32), *c = build_global(&b, "c", b.mutex);
    layout_run(b.program);
    CHECK(layout_static_at(b.program, a->address) == a);
    CHECK(layout_static_at(b.program, a->address + 3) == a);
    CHECK(layout_static_at(b.program, a->address + 4) == NULL);
    CHECK(layout_static_at(b.program, c->address + 23) == c);
    CHECK(layout_static_at(b.program, c->address + 24) == NULL);
    CHECK(layout_static_at(b.program, f->object->address) == f->object);
    CHECK(layout_static_at(b.program, 0) == NULL);
    program_delete(b.program);
}

TEST(initial_values_of_any_size) {
    build_t b = build_new();
    const type_t *i8 = type_int(b.program->types, 8, true);
    const type_t *i16 = type_int(b.program->types, 16, true);
    object_t *x = build_global(&b, "x", b.i32);
    object_t *a = build_global(&b, "a", type_array(b.program->types, b.i32, 100));
    cell_init_t init[] = {{.offset = 4, .type = b.i32, .value = 0x11223344},
                          {.offset = 8, .type = b.voidp, .value = 4, .object = x}};
    a->init = init;
    a->init_count = 2;
    layout_run(b.program);
    CHECK_EQ(layout_initial_value(a, 0, b.i32), 0);
    CHECK_EQ(layout_initial_value(a, 4, b.i32), 0x11223344);
    CHECK_EQ(layout_initial_value(a, 5, i8), 0x33);
    CHECK_EQ(layout_initial_value(a, 6, i16), 0x1122);
    CHECK_EQ(layout_initial_value(a, 2, b.i32), 0x33440000);
    CHECK_EQ(layout_initial_value(a, 8, b.voidp), x->address + 4);
    CHECK_EQ(layout_initial_value(a, 396, b.i32), 0);
    CHECK_EQ(layout_initial_value(a, 4, type_int(b.program->types, 64, false)),
             0x11223344 | (x->address + 4) << 32);
    program_delete(b.program);
}

TEST(too_much_memory_is_a_limit) {
    build_t b = build_new();
    build_global(&b, "huge", type_array(b.program->types, b.i32, 0x10000000));
    build_global(&b, "more", b.i32);
    layout_run(b.program);
    CHECK(b.program->limit != NULL && strstr(b.program->limit, "huge") != NULL);
    program_delete(b.program);
}

TEST(open_objects_have_some_cells_far_apart) {
    build_t b = build_new();
    CHECK_EQ(layout_open_size(b.i32), 256);
    CHECK_EQ(layout_open_size(type_array(b.program->types, b.i32, 512)), 2 * 2048);
    CHECK_EQ(layout_open_size(type_array(b.program->types, b.i32, 5000)), 20000);
    unsigned of_main, of_first, of_late;
    uint64_t first = layout_open(0, &of_main), second = layout_open(1, &of_first);
    CHECK(of_main > 1 && of_first == 1);
    CHECK_EQ(second, first + of_main * LAYOUT_OPEN_DISTANCE);
    CHECK(first >= layout_heap(LAYOUT_MAX_THREADS - 1) + LAYOUT_REGION_SIZE);
    CHECK(layout_open(8, &of_late) <= UINT32_MAX && of_late == 1);
    layout_open(9, &of_late);
    CHECK_EQ(of_late, 0);
    program_delete(b.program);
}
