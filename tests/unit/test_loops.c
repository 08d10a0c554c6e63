#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/passes.h"
#include "cfa/scc.h"

/* Random graphs: without the heads no cycle is left, and rpo is a numbering
 * in which every edge that does not go back to a head goes forward. */
TEST(every_cycle_has_a_head) {
    uint64_t seed = 7;
    for (int round = 0; round < 200; round++) {
        build_t b = build_new();
        function_t *f = build_function(&b, "main", b.i32, NULL, NULL);
        reg_t x = build_reg(&b, "x", b.i32);
        enum { N = 12 };
        node_t *nodes[N] = {f->entry};
        for (int i = 1; i < N; i++) nodes[i] = build_node(&b);
        for (int i = 0; i < 2 * N; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            b.at = nodes[(seed >> 33) % N];
            edge_t *edge = build_to(&b, EDGE_ASSIGN, nodes[(seed >> 45) % N]);
            edge->target = x;
            edge->value = build_const(&b, 1);
        }
        cleanup_run(b.program);
        loops_run(b.program);
        uint32_t count = (uint32_t)b.program->nodes.len, used = 0;
        uint32_t rows[N + 1], targets[2 * N], component[N];
        for (uint32_t i = 0; i < count; i++) {
            const node_t *node = b.program->nodes.data[i];
            rows[i] = used;
            CHECK(node->rpo < count);
            for (size_t j = 0; j < node->out.len; j++) {
                const node_t *to = node->out.data[j]->to;
                if (to->is_loop_head) continue;
                CHECK(node->rpo < to->rpo);
                targets[used++] = to->id;
            }
        }
        rows[count] = used;
        CHECK_EQ(scc_compute(&(graph_t){count, rows, targets}, component), count);
        program_delete(b.program);
    }
}

TEST(straight_code_has_no_head) {
    build_t b = build_new();
    function_t *f = build_function(&b, "main", b.i32, NULL, NULL);
    reg_t x = build_reg(&b, "x", b.i32);
    node_t *then = build_node(&b), *join = build_node(&b);
    build_assume_to(&b, expr_truth(b.exprs, build_read(&b, x)), then);
    build_assume_to(&b, expr_falsity(b.exprs, build_read(&b, x)), join);
    b.at = then;
    build_to(&b, EDGE_HAVOC, join)->target = x;
    build_return(&b, NULL);
    loops_run(b.program);
    CHECK_EQ(f->entry->rpo, 0);
    CHECK(then->rpo < join->rpo);
    for (size_t i = 0; i < b.program->nodes.len; i++)
        CHECK(!b.program->nodes.data[i]->is_loop_head);
    program_delete(b.program);
}

TEST(components_of_a_known_graph) {
    /* 0 -> 1 -> 2 -> 0, 2 -> 3, 3 -> 3, 4 */
    uint32_t rows[] = {0, 1, 2, 4, 5, 5}, targets[] = {1, 2, 0, 3, 3}, component[5];
    CHECK_EQ(scc_compute(&(graph_t){5, rows, targets}, component), 3);
    CHECK(component[0] == component[1] && component[1] == component[2]);
    CHECK(component[3] != component[0] && component[4] != component[3]);
    CHECK(component[3] < component[0]);
}
