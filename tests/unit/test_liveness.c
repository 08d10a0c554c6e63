#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/passes.h"

static bool is_live(const node_t *node, reg_t reg) {
    return node->live[reg / 64] >> (reg % 64) & 1;
}

TEST(straight_code) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    reg_t x = build_reg(&b, "x", b.i32), y = build_reg(&b, "y", b.i32);
    edge_t *e1 = build_havoc(&b, x);
    edge_t *e2 = build_assign(&b, y, build_add(&b, build_read(&b, x), build_const(&b, 1)));
    edge_t *e3 = build_return(&b, build_read(&b, y));
    loops_run(b.program);
    liveness_run(b.program);
    CHECK(!is_live(e1->from, x) && !is_live(e1->from, y));
    CHECK(is_live(e1->to, x) && !is_live(e1->to, y));
    CHECK(!is_live(e2->to, x) && is_live(e2->to, y));
    CHECK(!is_live(e3->to, y));
    program_delete(b.program);
}

TEST(loops_carry_values_round) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    for (int i = 0; i < 70; i++) function_add_temporary(b.program, b.function, b.i32);
    reg_t x = build_reg(&b, "x", b.i32), sum = build_reg(&b, "sum", b.i32);
    build_havoc(&b, x);
    build_assign(&b, sum, build_const(&b, 0));
    node_t *head = b.at, *body = build_node(&b), *after = build_node(&b);
    build_assume_to(&b, expr_truth(b.exprs, build_read(&b, x)), body);
    build_assume_to(&b, expr_falsity(b.exprs, build_read(&b, x)), after);
    b.at = body;
    build_assign(&b, sum, build_add(&b, build_read(&b, sum), build_read(&b, x)));
    edge_t *back = build_to(&b, EDGE_HAVOC, head);
    back->target = x;
    back->type = b.i32;
    b.at = after;
    build_return(&b, build_read(&b, sum));
    loops_run(b.program);
    liveness_run(b.program);
    CHECK(is_live(head, x) && is_live(head, sum));
    CHECK(is_live(body, x) && is_live(body, sum));
    CHECK(!is_live(after, x) && is_live(after, sum));
    CHECK(!is_live(back->from, x) && is_live(back->from, sum));
    CHECK(!is_live(b.program->main->entry, sum));
    program_delete(b.program);
}

TEST(every_field_counts_as_use) {
    build_t b = build_new();
    function_t *f = build_function(&b, "f", b.voidt, "a", b.i32);
    build_return(&b, NULL);
    build_function(&b, "main", b.i32, NULL, NULL);
    reg_t p = build_reg(&b, "p", b.intp), x = build_reg(&b, "x", b.i32);
    reg_t z = build_reg(&b, "z", b.i32), r = build_reg(&b, "r", b.i32);
    edge_t *store = build_store(&b, build_read(&b, p), b.i32, build_read(&b, x));
    edge_t *call = build_call(&b, f, build_read(&b, z), r);
    build_return(&b, build_read(&b, r));
    build_return(&b, build_read(&b, z)); /* never follows a return */
    loops_run(b.program);
    liveness_run(b.program);
    CHECK(is_live(store->from, p) && is_live(store->from, x) && is_live(store->from, z));
    CHECK(!is_live(store->from, r) && !is_live(call->to, z) && is_live(call->to, r));
    program_delete(b.program);
}
