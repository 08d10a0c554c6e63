#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/print.h"

static void check_edge_text(const edge_t *edge, const char *text) {
    strbuf_t out = {0};
    edge_print(&out, edge);
    CHECK_STR(strbuf_text(&out), text);
    strbuf_free(&out);
}

TEST(ids_are_dense_and_lists_linked) {
    build_t b = build_new();
    function_t *f = build_function(&b, "main", b.i32, NULL, NULL);
    reg_t x = build_reg(&b, "x", b.i32);
    reg_t t = function_add_temporary(b.program, f, b.i32);
    edge_t *one = build_assign(&b, x, build_const(&b, 1));
    edge_t *two = build_return(&b, build_read(&b, x));
    CHECK_EQ(one->id, 0);
    CHECK_EQ(two->id, 1);
    CHECK_EQ(b.program->nodes.len, 3);
    CHECK(one->to == two->from);
    CHECK(one->to->in.len == 1 && one->to->in.data[0] == one);
    CHECK(one->to->out.len == 1 && one->to->out.data[0] == two);
    CHECK_STR(f->regs.data[t].name, "%1");
    CHECK(f->regs.data[t].is_temporary);
    CHECK(f->object->kind == OBJECT_FUNCTION && f->object->function == f);
    CHECK_EQ(two->target, NO_REG);
    program_delete(b.program);
}

TEST(functions_are_found_by_name) {
    build_t b = build_new();
    CHECK(program_find_function(b.program, "f") == NULL);
    function_t *f = build_function(&b, "f", b.i32, NULL, NULL);
    function_t *g = build_function(&b, "g", b.i32, NULL, NULL);
    build_function(&b, "f", b.voidt, NULL, NULL);
    CHECK(program_find_function(b.program, "f") == f);
    CHECK(program_find_function(b.program, "g") == g);
    CHECK(program_find_function(b.program, "h") == NULL);
    program_delete(b.program);
}

TEST(edges_print_as_c) {
    build_t b = build_new();
    function_t *w = build_function(&b, "worker", b.voidp, "arg", b.voidp);
    build_return(&b, build_const(&b, 0));
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *g = build_global(&b, "g", b.i32), *m = build_global(&b, "m", b.mutex);
    object_t *t = build_global(&b, "t", type_array(b.program->types, b.u32, 4));
    reg_t x = build_reg(&b, "x", b.i32), p = build_reg(&b, "p", b.voidp);
    check_edge_text(build_assign(&b, x, build_load(&b, build_addr(&b, g), b.i32)), "x = g");
    check_edge_text(build_store(&b, build_addr(&b, g), b.i32,
                                build_add(&b, build_read(&b, x), build_const(&b, 1))),
                    "g = x + 1");
    check_edge_text(build_havoc(&b, x), "x = nondet()");
    edge_t *assume = build_step(&b, EDGE_ASSUME);
    assume->value = expr_binary(b.exprs, EXPR_SLT, build_read(&b, x), build_const(&b, 3));
    check_edge_text(assume, "[x < 3]");
    check_edge_text(
        build_create(&b, build_add(&b, build_addr(&b, t), build_mul(&b, build_read(&b, x), 4)), w,
                     build_addr(&b, g)),
        "t[x] = create(worker, &g)");
    check_edge_text(build_call(&b, w, build_read(&b, p), p), "p = worker(p)");
    edge_t *lock = build_step(&b, EDGE_LOCK);
    lock->address = build_addr(&b, m);
    check_edge_text(lock, "lock(&m)");
    edge_t *join = build_step(&b, EDGE_THREAD_JOIN);
    join->value = build_read(&b, x);
    check_edge_text(join, "join(x)");
    check_edge_text(build_step(&b, EDGE_ATOMIC_BEGIN), "atomic_begin()");
    check_edge_text(build_step(&b, EDGE_NOP), "nop");
    edge_t *bad = build_step(&b, EDGE_UNSUPPORTED);
    bad->text = "inline assembly";
    check_edge_text(bad, "unsupported: inline assembly");
    check_edge_text(build_return(&b, build_const(&b, 0)), "return 0");
    program_delete(b.program);
}

TEST(cells_print_as_paths) {
    build_t b = build_new();
    types_t *types = b.program->types;
    type_t *s = type_record(types, TYPE_STRUCT, "s");
    field_t fields[] = {{.name = "v", .type = b.i32, .offset = 0},
                        {.name = "next", .type = b.voidp, .offset = 4}};
    type_set_fields(types, s, fields, 2, 8, 4);
    const object_t *a = build_global(&b, "a", type_array(types, s, 3));
    const object_t *h = program_add_object(b.program, OBJECT_HEAP, "malloc@7", s, (source_t){0});
    strbuf_t out = {0};
    object_print_cell(&out, a, 12, 4);
    CHECK_STR(strbuf_text(&out), "a[1].next");
    strbuf_clear(&out);
    object_print_cell(&out, a, 13, 2);
    CHECK_STR(strbuf_text(&out), "a{13:2}");
    strbuf_clear(&out);
    object_print_cell(&out, h, 16, 4);
    CHECK_STR(strbuf_text(&out), "malloc@7[2].v");
    strbuf_free(&out);
    program_delete(b.program);
}

TEST(dot_shows_what_main_reaches) {
    build_t b = build_new();
    build_function(&b, "unused", b.voidt, NULL, NULL);
    build_return(&b, NULL);
    function_t *w = build_function(&b, "worker", b.voidp, NULL, NULL);
    build_return(&b, build_const(&b, 0));
    build_function(&b, "main", b.i32, NULL, NULL);
    build_create(&b, NULL, w, NULL);
    edge_t *error = build_step(&b, EDGE_ERROR);
    error->to->is_error = true;
    strbuf_t out = {0};
    program_print_dot(&out, b.program);
    const char *text = strbuf_text(&out);
    CHECK(strstr(text, "digraph cfa {") == text);
    CHECK(strstr(text, "label=\"main\"") != NULL);
    CHECK(strstr(text, "label=\"worker\"") != NULL);
    CHECK(strstr(text, "unused") == NULL);
    CHECK(strstr(text, "create(worker)") != NULL);
    CHECK(strstr(text, "fillcolor=red") != NULL);
    strbuf_free(&out);
    program_delete(b.program);
}
