#include "cfa/passes.h"
#include "cpa/core/loop_bound.h"
#include "tests/unit/cpa_drive.h"
#include "tests/unit/test.h"

/* Steps of thread 0 until the bound forbids one or limit steps are made. */
static unsigned go_round(const program_t *p, uint32_t bound, unsigned limit, bool *was_hit) {
    drive_t d = drive_new(p, 4, 10);
    cpa_t *cpa = loop_bound_new(p, bound);
    part_t part = cpa->class->initial(cpa, d.at);
    parts_t out = {0};
    unsigned steps = 0;
    while (steps < limit && drive_go(&d, 0)) {
        VEC_CLEAR(out);
        cpa->class->transfer(cpa, part, &d.last, &out);
        if (!out.len) break;
        part = out.data[0];
        steps++;
    }
    *was_hit = loop_bound_was_hit(cpa);
    VEC_FREE(out);
    cpa->class->destroy(cpa);
    drive_free(&d);
    return steps;
}

/* main goes round for ever, two steps at a time. */
static program_t *build_loop(void) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    node_t *head = b.at;
    S_havoc(&b, r);
    edge_t *back = build_edge_to(&b, EDGE_ASSIGN, head);
    back->target = r;
    back->value = E_int(&b, 0);
    passes_run(b.p);
    return b.p;
}

TEST(a_loop_ends_at_the_bound) {
    program_t *p = build_loop();
    bool was_hit;
    unsigned one = go_round(p, 1, 1000, &was_hit);
    CHECK(was_hit);
    unsigned two = go_round(p, 2, 1000, &was_hit);
    CHECK(was_hit);
    CHECK_EQ(two - one, 2); /* one round more, of two steps */
    CHECK_EQ(go_round(p, 1000, 10, &was_hit), 10);
    CHECK(!was_hit);
    program_delete(p);
}

TEST(fewer_rounds_cover_more) {
    program_t *p = build_loop();
    drive_t d = drive_new(p, 4, 10);
    cpa_t *cpa = loop_bound_new(p, 100);
    part_t parts[4];
    parts[0] = cpa->class->initial(cpa, d.at);
    for (unsigned i = 1; i < 4; i++) {
        parts_t out = {0};
        CHECK(drive_go(&d, 0));
        cpa->class->transfer(cpa, parts[i - 1], &d.last, &out);
        CHECK(drive_go(&d, 0));
        part_t between = out.data[0];
        VEC_CLEAR(out);
        cpa->class->transfer(cpa, between, &d.last, &out);
        parts[i] = out.data[0];
        VEC_FREE(out);
    }
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 4; k++)
            CHECK_EQ(cpa->class->covers(cpa, d.at, parts[i], parts[k]), i <= k);
    cpa->class->destroy(cpa);
    drive_free(&d);
    program_delete(p);
}

TEST(a_loop_that_closes_with_a_return_is_counted) {
    build_t b = build_new();
    build_function(&b, "f", 0);
    S_return(&b, E_int(&b, 0));
    function_t *f = b.f;
    build_function(&b, "main", 0);
    node_t *head = b.at;
    edge_t *call = build_edge_to(&b, EDGE_CALL, head);
    call->callee = f;
    passes_run(b.p);
    CHECK(head->is_loop_head);
    bool was_hit;
    CHECK(go_round(b.p, 3, 1000, &was_hit) < 1000);
    CHECK(was_hit);
    program_delete(b.p);
}

TEST(a_new_frame_counts_from_the_start) {
    build_t b = build_new();
    build_function(&b, "f", 0);
    reg_t i = build_reg(&b, "i");
    node_t *head = b.at;
    S_havoc(&b, i);
    edge_t *back = build_edge_to(&b, EDGE_ASSUME, head);
    back->value = E_eq(&b, E_reg(&b, i), E_int(&b, 0));
    S_return(&b, E_int(&b, 0));
    b.at = back->from;
    S_return(&b, E_int(&b, 0));
    function_t *f = b.f;
    build_function(&b, "main", 0);
    S_call(&b, f, NULL, NO_REG);
    S_call(&b, f, NULL, NO_REG);
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 4, 10);
    cpa_t *cpa = loop_bound_new(b.p, 1);
    parts_t out = {0};
    part_t empty = cpa->class->initial(cpa, d.at), part = empty;
    /* call, input, back, input, return: which of two steps each time */
    static const size_t choice[] = {0, 0, 0, 0, 1};
    for (int call = 0; call < 2; call++)
        for (size_t i = 0; i < 5; i++) {
            CHECK(drive_take(&d, 0, choice[i]));
            VEC_CLEAR(out);
            cpa->class->transfer(cpa, part, &d.last, &out);
            CHECK_EQ(out.len, 1);
            if (out.len) part = out.data[0];
            if (i == 4) CHECK(part == empty);
        }
    CHECK(!loop_bound_was_hit(cpa));
    VEC_FREE(out);
    cpa->class->destroy(cpa);
    drive_free(&d);
    program_delete(b.p);
}
