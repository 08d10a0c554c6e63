#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/passes.h"
#include "cfa/scc.h"

/* Does a cycle of the graph have no turn? */
static bool has_cycle_without_turn(const program_t *program) {
    enum { MOST = 64 };
    uint32_t count = (uint32_t)program->nodes.len, used = 0;
    uint32_t rows[MOST + 1], targets[4 * MOST], component[MOST];
    for (uint32_t i = 0; i < count; i++) {
        const node_t *node = program->nodes.data[i];
        rows[i] = used;
        for (size_t k = 0; k < node->out.len; k++) {
            const node_t *to = node->out.data[k]->to;
            if (!node->is_turn && to == node) return true;
            if (!node->is_turn) targets[used++] = to->id;
        }
    }
    rows[count] = used;
    return scc_compute(&(graph_t){count, rows, targets}, component) != count;
}

/* Random graphs, most of them irreducible; some edges are locks. */
TEST(every_cycle_has_a_turn) {
    uint64_t seed = 11;
    size_t at_locks = 0;
    for (int round = 0; round < 1000; round++) {
        build_t b = build_new();
        function_t *f = build_function(&b, "main", b.i32, NULL, NULL);
        object_t *m = build_global(&b, "m", b.mutex);
        reg_t x = build_reg(&b, "x", b.i32);
        enum { N = 14 };
        node_t *nodes[N] = {f->entry};
        for (int i = 1; i < N; i++) nodes[i] = build_node(&b);
        for (int i = 0; i < N + round % N; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            b.at = nodes[(seed >> 33) % N];
            bool locks = (seed >> 40) % 4 == 0;
            edge_t *edge = build_to(&b, locks ? EDGE_LOCK : EDGE_ASSIGN, nodes[(seed >> 45) % N]);
            if (locks) {
                edge->address = build_addr(&b, m);
            } else {
                edge->target = x;
                edge->value = build_const(&b, 1);
            }
        }
        cleanup_run(b.program);
        loops_run(b.program);
        turns_run(b.program);
        if (!CHECK(!has_cycle_without_turn(b.program))) return;
        for (size_t i = 0; i < b.program->edges.len; i++) {
            const edge_t *edge = b.program->edges.data[i];
            at_locks += edge->kind == EDGE_LOCK && edge->from->is_turn;
        }
        program_delete(b.program);
    }
    CHECK(at_locks > 100);
}

/* while (x) { x = ?; [lock;] x = ?; }: the node of the lock, or else the end of the round. */
static void check_loop(bool locks) {
    build_t b = build_new();
    function_t *f = build_function(&b, "main", b.i32, NULL, NULL);
    object_t *m = build_global(&b, "m", b.mutex);
    reg_t x = build_reg(&b, "x", b.i32);
    node_t *body = build_node(&b), *end = build_node(&b);
    build_assume_to(&b, expr_truth(b.exprs, build_read(&b, x)), body);
    build_assume_to(&b, expr_falsity(b.exprs, build_read(&b, x)), end);
    b.at = body;
    build_step(&b, EDGE_HAVOC)->target = x;
    node_t *middle = b.at;
    if (locks) build_step(&b, EDGE_LOCK)->address = build_addr(&b, m);
    node_t *last = b.at;
    build_to(&b, EDGE_HAVOC, f->entry)->target = x;
    b.at = end;
    build_return(&b, NULL);
    loops_run(b.program);
    turns_run(b.program);
    CHECK(f->entry->is_loop_head);
    for (size_t i = 0; i < b.program->nodes.len; i++) {
        const node_t *node = b.program->nodes.data[i];
        CHECK_EQ(node->is_turn, node == (locks ? middle : last));
    }
    program_delete(b.program);
}

TEST(a_lock_is_a_good_turn) {
    check_loop(true);
}

TEST(else_the_end_of_the_round_is) {
    check_loop(false);
}
