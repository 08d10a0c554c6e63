#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/check.h"
#include "cfa/layout.h"
#include "cfa/live.h"
#include "cfa/passes.h"
#include "cfa/points_to.h"

/* All passes together on a small threaded program, and once more: what they
 * provide does not depend on how often they ran. */
TEST(all_passes_twice) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *m = build_global(&b, "m", b.mutex);
    function_t *worker = build_function(&b, "worker", b.voidp, "arg", b.voidp);
    reg_t t = function_add_temporary(b.program, worker, b.i32);
    node_t *head = b.at;
    edge_t *lock = build_step(&b, EDGE_LOCK);
    lock->address = build_addr(&b, m);
    build_step(&b, EDGE_NOP);
    edge_t *load = build_assign(&b, t, build_load(&b, build_addr(&b, x), b.i32));
    build_store(&b, build_addr(&b, x), b.i32, build_add(&b, build_read(&b, t), build_const(&b, 1)));
    edge_t *unlock = build_step(&b, EDGE_UNLOCK);
    unlock->address = build_addr(&b, m);
    build_to(&b, EDGE_NOP, head);
    build_function(&b, "main", b.i32, NULL, NULL);
    object_t *h = build_local(&b, "h", b.u32);
    build_create(&b, build_addr(&b, h), worker, build_const(&b, 0));
    build_create(&b, build_addr(&b, h), worker, build_const(&b, 0));
    build_return(&b, build_const(&b, 0));
    for (int i = 0; i < 2; i++) {
        passes_run(b.program);
        strbuf_t problems = {0};
        CHECK(check_program(b.program, &problems));
        strbuf_free(&problems);
        CHECK_EQ(worker->nodes.len, 4);
        CHECK_EQ(b.program->edges.len, 7);
        CHECK(worker->entry->is_loop_head);
        CHECK(x->may_be_shared && m->may_be_shared && !h->may_be_shared);
        CHECK(load->access.shared && load->access.count == 1 && load->access.objects[0] == x);
        CHECK(live_at(load->to, t));
        CHECK(layout_static_at(b.program, x->address) == x);
        CHECK_EQ(h->address, 0);
    }
    program_delete(b.program);
}
