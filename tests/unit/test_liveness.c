#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/live.h"
#include "cfa/passes.h"

TEST(straight_code) {
    build_t b = build_new();
    build_function(&b, "main", b.i32, NULL, NULL);
    reg_t x = build_reg(&b, "x", b.i32), y = build_reg(&b, "y", b.i32);
    edge_t *e1 = build_havoc(&b, x);
    edge_t *e2 = build_assign(&b, y, build_add(&b, build_read(&b, x), build_const(&b, 1)));
    edge_t *e3 = build_return(&b, build_read(&b, y));
    loops_run(b.program);
    liveness_run(b.program);
    CHECK(!live_at(e1->from, x) && !live_at(e1->from, y));
    CHECK(live_at(e1->to, x) && !live_at(e1->to, y));
    CHECK(!live_at(e2->to, x) && live_at(e2->to, y));
    CHECK(!live_at(e3->to, y));
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
    CHECK(live_at(head, x) && live_at(head, sum));
    CHECK(live_at(body, x) && live_at(body, sum));
    CHECK(!live_at(after, x) && live_at(after, sum));
    CHECK(!live_at(back->from, x) && live_at(back->from, sum));
    CHECK(!live_at(b.program->main->entry, sum));
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
    CHECK(live_at(store->from, p) && live_at(store->from, x) && live_at(store->from, z));
    CHECK(!live_at(store->from, r) && !live_at(call->to, z) && live_at(call->to, r));
    program_delete(b.program);
}

TEST(in_a_configuration) {
    build_t b = build_new();
    function_t *f = build_function(&b, "f", b.i32, "a", b.i32);
    edge_t *leaf = build_return(&b, build_read(&b, 0));
    function_t *m = build_function(&b, "main", b.i32, NULL, NULL);
    reg_t kept = build_reg(&b, "kept", b.i32), dead = build_reg(&b, "dead", b.i32);
    reg_t result = build_reg(&b, "result", b.i32);
    build_havoc(&b, kept);
    build_havoc(&b, dead);
    build_assign(&b, result, build_const(&b, 0));
    edge_t *call = build_call(&b, f, build_read(&b, dead), result);
    build_return(&b, build_add(&b, build_read(&b, kept), build_read(&b, result)));
    loops_run(b.program);
    liveness_run(b.program);
    frame_t frames[] = {{.node = call->from}, {.node = leaf->from, .call = call}};
    thread_t thread = {.status = THREAD_RUNNING, .frame_count = 1, .frames = frames};
    configuration_t c = {.thread_count = 1, .threads = &thread};
    CHECK(live_in(&c, variable_reg(0, 0, m, kept)) && live_in(&c, variable_reg(0, 0, m, dead)));
    CHECK(!live_in(&c, variable_reg(0, 0, m, result)));
    CHECK(!live_in(&c, variable_reg(0, 1, f, 0)) && !live_in(&c, variable_reg(1, 0, m, kept)));
    CHECK(!live_in(&c, variable_reg(0, 0, f, 0))); /* the frame is not one of f */
    frames[0].node = call->to;
    CHECK(live_in(&c, variable_reg(0, 0, m, result)));
    thread.frame_count = 2; /* the result will be written there */
    CHECK(live_in(&c, variable_reg(0, 0, m, kept)) && live_in(&c, variable_reg(0, 1, f, 0)));
    CHECK(!live_in(&c, variable_reg(0, 0, m, dead)) && !live_in(&c, variable_reg(0, 0, m, result)));
    thread.status = THREAD_ENDED;
    CHECK(!live_in(&c, variable_reg(0, 0, m, kept)));
    program_delete(b.program);
}

/* The plain way: a bit for each register and node, until nothing changes. */
enum { NODES = 24, REGS = 5 };

static uint32_t read_by(const expr_t *e) {
    uint32_t set = e->kind == EXPR_REG ? 1u << e->reg : 0;
    for (unsigned i = 0; i < e->arity; i++) set |= read_by(e->a[i]);
    return set;
}

static void compute_plainly(const function_t *f, uint32_t *live) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < f->nodes.len; i++) {
            const node_t *node = f->nodes.data[i];
            uint32_t old = live[node->id];
            for (size_t k = 0; k < node->out.len; k++) {
                const edge_t *edge = node->out.data[k];
                uint32_t set = edge->kind == EDGE_RETURN ? 0 : live[edge->to->id];
                if (edge->target != NO_REG) set &= ~(1u << edge->target);
                if (edge->value) set |= read_by(edge->value);
                live[node->id] |= set;
            }
            changed |= live[node->id] != old;
        }
    }
}

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* One edge to the next node, so that all are reached, and sometimes more. */
static void build_randomly(build_t *b, uint32_t seed) {
    build_function(b, "main", b->i32, NULL, NULL);
    for (int i = 0; i < REGS; i++) function_add_temporary(b->program, b->function, b->i32);
    node_t *nodes[NODES] = {b->at};
    for (int i = 1; i < NODES; i++) nodes[i] = build_node(b);
    for (int i = 0; i + 1 < NODES; i++) {
        b->at = nodes[i];
        edge_t *edge = build_to(b, EDGE_ASSIGN, nodes[i + 1]);
        edge->target = next_random(&seed) % REGS;
        edge->value = build_read(b, next_random(&seed) % REGS);
        while (next_random(&seed) % 4 == 0) {
            b->at = nodes[i];
            edge = build_to(b, next_random(&seed) % 2 ? EDGE_HAVOC : EDGE_RETURN,
                            nodes[next_random(&seed) % NODES]);
            if (edge->kind == EDGE_HAVOC)
                edge->target = next_random(&seed) % REGS;
            else
                edge->value = build_read(b, next_random(&seed) % REGS);
        }
    }
    b->at = nodes[NODES - 1];
    build_return(b, build_read(b, 0));
}

TEST(any_shape) {
    for (uint32_t seed = 1; seed <= 300; seed++) {
        build_t b = build_new();
        build_randomly(&b, seed);
        loops_run(b.program);
        liveness_run(b.program);
        uint32_t live[NODES + 1] = {0};
        compute_plainly(b.function, live);
        for (size_t i = 0; i < b.function->nodes.len; i++)
            for (reg_t reg = 0; reg < REGS; reg++)
                CHECK_EQ(live_at(b.function->nodes.data[i], reg), (live[i] >> reg & 1) != 0);
        program_delete(b.program);
    }
}
