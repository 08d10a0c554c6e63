#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/configuration.h"
#include "cfa/layout.h"

TEST(equal_configurations_are_one) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    node_t *n0 = b.at, *n1 = build_step(&b, EDGE_NOP)->to;
    configurations_t *table = configurations_new();
    frame_t frames[2] = {{.node = n0, .base = 0x40000000}, {.node = n1, .base = 0x40000020}};
    thread_t threads[2] = {{.status = THREAD_RUNNING, .frame_count = 2, .frames = frames},
                           {.status = THREAD_FREE}};
    held_lock_t lock = {.address = 0x10000, .thread = 0, .count = 1};
    configuration_t c = {.thread_count = 1, .threads = threads, .lock_count = 1, .locks = &lock};
    const configuration_t *first = configuration_intern(table, &c);
    CHECK_EQ(first->id, 0);
    frame_t copies[2] = {frames[0], frames[1]};
    threads[0].frames = copies;
    c.id = 77;
    CHECK(configuration_intern(table, &c) == first);
    /* Parts are copies: the temporaries may change. */
    copies[1].node = n0;
    frames[1].node = n0;
    lock.count = 2;
    CHECK(first->threads[0].frames[1].node == n1);
    CHECK_EQ(first->locks[0].count, 1);
    const configuration_t *second = configuration_intern(table, &c);
    CHECK(second != first);
    CHECK_EQ(second->id, 1);
    c.has_exited = true;
    CHECK(configuration_intern(table, &c) != second);
    CHECK_EQ(configurations_count(table), 3);
    CHECK(configurations_bytes(table) > 0);
    configurations_delete(table);
    program_delete(b.program);
}

TEST(leftovers_do_not_tell_states_apart) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    configurations_t *table = configurations_new();
    frame_t frame = {.node = b.at};
    thread_t threads[2] = {{.status = THREAD_RUNNING, .frame_count = 1, .frames = &frame},
                           {.status = THREAD_FREE}};
    heap_object_t heap[2];
    memset(heap, 0x55, sizeof heap); /* padding with garbage */
    for (int i = 0; i < 2; i++) {
        heap[i].address = 0x80000000u + 64u * (unsigned)i;
        heap[i].size = 8;
        heap[i].site = NULL;
        heap[i].is_freed = i == 1;
        heap[i].is_open = heap[i].is_late = false;
    }
    configuration_t c = {.thread_count = 2, .threads = threads, .heap_count = 2, .heap = heap};
    const configuration_t *first = configuration_intern(table, &c);
    threads[1] = (thread_t){.status = THREAD_FREE,
                            .is_detached = true,
                            .frame_count = 1,
                            .frames = &frame,
                            .atomic_depth = 3};
    heap_object_t clean[2] = {0};
    for (int i = 0; i < 2; i++) {
        clean[i].address = heap[i].address;
        clean[i].size = 8;
        clean[i].is_freed = i == 1;
    }
    c.heap = clean;
    CHECK(configuration_intern(table, &c) == first);
    clean[0].is_open = true;
    CHECK(configuration_intern(table, &c) != first);
    clean[0].is_open = false;
    clean[0].is_late = true;
    CHECK(configuration_intern(table, &c) != first);
    clean[0].is_late = false;
    clean[0].is_freed = true;
    CHECK(configuration_intern(table, &c) != first);
    configurations_delete(table);
    program_delete(b.program);
}

TEST(errors_are_seen_in_top_frames) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    node_t *n0 = b.at, *bad = build_step(&b, EDGE_ERROR)->to;
    bad->is_error = true;
    frame_t frames[2] = {{.node = n0}, {.node = bad}};
    thread_t thread = {.status = THREAD_RUNNING, .frame_count = 2, .frames = frames};
    configuration_t c = {.thread_count = 1, .threads = &thread};
    CHECK(configuration_is_error(&c));
    thread.frame_count = 1;
    CHECK(!configuration_is_error(&c));
    strbuf_t out = {0};
    configuration_print(&out, &c);
    CHECK_STR(strbuf_text(&out), "0:main@0");
    strbuf_free(&out);
    program_delete(b.program);
}

static void check_name(const program_t *program, variable_t v, const char *name) {
    strbuf_t out = {0};
    variable_print(&out, program, v);
    CHECK_STR(strbuf_text(&out), name);
    strbuf_free(&out);
}

TEST(variables_have_names_and_widths) {
    build_t b = build_new();
    const type_t *i8 = type_int(b.program->types, 8, true);
    function_t *w = build_function(&b, "worker", b.voidp, "arg", b.voidp);
    function_t *f = build_function(&b, "main", b.i32, NULL, NULL);
    reg_t c = build_reg(&b, "c", i8);
    object_t *l = build_local(&b, "l", type_array(b.program->types, b.i32, 2));
    object_t *x = build_global(&b, "x", b.i32);
    object_t *a = build_global(&b, "a", type_array(b.program->types, i8, 5));
    object_t *tls = program_add_object(b.program, OBJECT_THREAD, "tls", b.i32, (source_t){0});
    layout_run(b.program);
    CHECK_EQ(variable_width(b.program, variable_reg(0, 0, f, c)), 8);
    CHECK_EQ(variable_width(b.program, variable_reg(2, 0, w, 0)), 32);
    CHECK_EQ(variable_width(b.program, variable_cell(x->address, 4)), 32);
    CHECK_EQ(variable_width(b.program, variable_exit(3)), 32);
    check_name(b.program, variable_reg(0, 0, f, c), "main::c");
    check_name(b.program, variable_reg(2, 0, w, 0), "worker#2::arg");
    check_name(b.program, variable_reg(2, 1, w, 0), "worker#2::arg@1");
    check_name(b.program, variable_cell(x->address, 4), "x");
    check_name(b.program, variable_cell(a->address + 3, 1), "a[3]");
    check_name(b.program, variable_exit(3), "exit#3");
    check_name(b.program, variable_cell(layout_first_frame(b.program, 0) + l->address + 4, 4),
               "main::l[1]");
    check_name(b.program, variable_cell(layout_thread_block(2) + tls->address, 4), "#2::tls");
    check_name(b.program, variable_cell(layout_heap(1) + 8, 4), "heap#1[8]");
    program_delete(b.program);
}
