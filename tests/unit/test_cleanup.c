#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/check.h"
#include "cfa/passes.h"

static void check_well_formed(const program_t *program) {
    strbuf_t problems = {0};
    check_program(program, &problems);
    CHECK_STR(strbuf_text(&problems), "");
    strbuf_free(&problems);
}

TEST(chains_of_nops_vanish) {
    build_t b = build_new();
    function_t *f = build_function(&b, "main", b.i32, NULL, NULL);
    reg_t x = build_reg(&b, "x", b.i32);
    build_step(&b, EDGE_NOP);
    build_step(&b, EDGE_NOP);
    edge_t *assign = build_assign(&b, x, build_const(&b, 1));
    build_step(&b, EDGE_NOP);
    edge_t *ret = build_return(&b, build_read(&b, x));
    cleanup_run(b.program);
    check_well_formed(b.program);
    CHECK_EQ(b.program->edges.len, 2);
    CHECK_EQ(b.program->nodes.len, 3);
    CHECK(f->entry == assign->from);
    CHECK(assign->to == ret->from);
    CHECK(f->entry->source.file != NULL); /* from the node it swallowed */
    CHECK_EQ(f->nodes.len, 3);
    program_delete(b.program);
}

TEST(remarks_stay) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    build_step(&b, EDGE_NOP)->text = "here";
    build_return(&b, NULL);
    cleanup_run(b.program);
    CHECK_EQ(b.program->edges.len, 2);
    program_delete(b.program);
}

/* while (1) ; as one NOP, and as a ring of them */
TEST(empty_loops_stay_loops) {
    for (int length = 1; length <= 3; length++) {
        build_t b = build_new();
        function_t *f = build_function(&b, "main", b.i32, NULL, NULL);
        build_step(&b, EDGE_NOP);
        node_t *head = b.at;
        for (int i = 1; i < length; i++) build_step(&b, EDGE_NOP);
        build_to(&b, EDGE_NOP, head);
        cleanup_run(b.program);
        check_well_formed(b.program);
        CHECK_EQ(b.program->nodes.len, 1);
        CHECK_EQ(b.program->edges.len, 1);
        CHECK(f->entry->out.len == 1 && f->entry->out.data[0]->to == f->entry);
        program_delete(b.program);
    }
}

/* while (x < 3) x++; with NOPs at every joint */
TEST(loops_keep_their_shape) {
    build_t b = build_new();
    function_t *f = build_function(&b, "main", b.i32, NULL, NULL);
    reg_t x = build_reg(&b, "x", b.i32);
    build_assign(&b, x, build_const(&b, 0));
    build_step(&b, EDGE_NOP);
    node_t *head = b.at, *body = build_node(&b), *after = build_node(&b);
    const expr_t *less = expr_binary(b.exprs, EXPR_SLT, build_read(&b, x), build_const(&b, 3));
    build_assume_to(&b, less, body);
    build_assume_to(&b, expr_unary(b.exprs, EXPR_NOT, less), after);
    b.at = body;
    build_step(&b, EDGE_NOP);
    build_assign(&b, x, build_add(&b, build_read(&b, x), build_const(&b, 1)));
    build_to(&b, EDGE_NOP, head);
    b.at = after;
    build_step(&b, EDGE_NOP);
    build_return(&b, build_read(&b, x));
    cleanup_run(b.program);
    loops_run(b.program);
    check_well_formed(b.program);
    CHECK_EQ(b.program->edges.len, 5);
    CHECK_EQ(b.program->nodes.len, 5);
    size_t heads = 0;
    for (size_t i = 0; i < b.program->nodes.len; i++)
        heads += b.program->nodes.data[i]->is_loop_head;
    CHECK_EQ(heads, 1);
    CHECK(!f->entry->is_loop_head);
    program_delete(b.program);
}

TEST(dead_code_and_constant_branches_go) {
    build_t b = build_new();
    function_t *unused = build_function(&b, "unused", b.voidt, NULL, NULL);
    build_return(&b, NULL);
    function_t *g = build_function(&b, "g", b.voidt, NULL, NULL);
    build_return(&b, NULL);
    build_function(&b, "main", b.i32, NULL, NULL);
    node_t *yes = build_node(&b), *no = build_node(&b), *start = b.at;
    build_assume_to(&b, expr_const(b.exprs, 1, 1), yes);
    build_assume_to(&b, expr_const(b.exprs, 1, 0), no);
    b.at = no;
    build_call(&b, unused, NULL, NO_REG);
    build_return(&b, build_const(&b, 0));
    b.at = yes;
    build_call(&b, g, NULL, NO_REG);
    build_return(&b, build_const(&b, 0));
    build_call(&b, unused, NULL, NO_REG); /* behind the return */
    build_return(&b, NULL);
    cleanup_run(b.program);
    check_well_formed(b.program);
    CHECK(b.program->main->entry == yes);
    CHECK(start->out.data == NULL);
    CHECK_EQ(b.program->edges.len, 3);
    CHECK_EQ(b.program->nodes.len, 5);
    CHECK(!unused->has_body && unused->entry == NULL && unused->nodes.len == 0);
    CHECK(g->has_body && g->nodes.len == 2);
    program_delete(b.program);
}
