#include "cfa/passes.h"
#include "cpa/explore/waitlist.h"
#include "tests/unit/cpa_drive.h"
#include "tests/unit/test.h"

/* Nodes without an ARG: the waitlist looks at nothing but these fields. */
static arg_node_t make(uint64_t serial, uint32_t switches) {
    return (arg_node_t){.serial = serial, .switches = switches};
}

TEST(breadth_first_is_a_queue) {
    waitlist_t *w = waitlist_new(WAIT_BREADTH_FIRST, NULL, NULL);
    arg_node_t a = make(1, 0), b = make(2, 0), c = make(3, 0);
    waitlist_add(w, &a);
    waitlist_add(w, &b);
    CHECK(waitlist_pop(w) == &a);
    waitlist_add(w, &c);
    CHECK(waitlist_pop(w) == &b);
    CHECK(waitlist_pop(w) == &c);
    CHECK(!waitlist_pop(w));
    waitlist_delete(w);
}

TEST(depth_first_is_a_stack) {
    waitlist_t *w = waitlist_new(WAIT_DEPTH_FIRST, NULL, NULL);
    arg_node_t a = make(1, 0), b = make(2, 0), c = make(3, 0);
    waitlist_add(w, &a);
    waitlist_add(w, &b);
    CHECK(waitlist_pop(w) == &b);
    waitlist_add(w, &c);
    CHECK(waitlist_pop(w) == &c);
    CHECK(waitlist_pop(w) == &a);
    CHECK(!waitlist_pop(w));
    waitlist_delete(w);
}

TEST(by_thread_fewest_switches_come_first) {
    waitlist_t *w = waitlist_new(WAIT_BY_THREAD, NULL, NULL);
    arg_node_t a = make(1, 2), b = make(2, 0), c = make(3, 1), d = make(4, 0);
    waitlist_add(w, &a);
    waitlist_add(w, &b);
    waitlist_add(w, &c);
    CHECK(waitlist_pop(w) == &b);
    CHECK(waitlist_pop(w) == &c);
    waitlist_add(w, &d);
    CHECK(waitlist_pop(w) == &d);
    CHECK(waitlist_pop(w) == &a);
    CHECK(!waitlist_pop(w));
    waitlist_delete(w);
}

TEST(a_node_waits_once) {
    waitlist_t *w = waitlist_new(WAIT_BREADTH_FIRST, NULL, NULL);
    arg_node_t a = make(1, 0);
    waitlist_add(w, &a);
    waitlist_add(w, &a);
    CHECK(waitlist_pop(w) == &a);
    CHECK(!waitlist_pop(w));
    waitlist_add(w, &a);
    CHECK(waitlist_pop(w) == &a);
    waitlist_delete(w);
}

TEST(removed_recycled_and_covered_nodes_are_skipped) {
    static const wait_order_t orders[] = {WAIT_BREADTH_FIRST, WAIT_DEPTH_FIRST, WAIT_BY_THREAD};
    for (size_t i = 0; i < 3; i++) {
        waitlist_t *w = waitlist_new(orders[i], NULL, NULL);
        arg_node_t removed = make(1, 0), recycled = make(2, 0), covered = make(3, 0),
                   kept = make(4, 0);
        waitlist_add(w, &removed);
        waitlist_add(w, &recycled);
        waitlist_add(w, &covered);
        waitlist_add(w, &kept);
        removed.serial = 0;
        removed.is_waiting = false;
        recycled.serial = 9; /* another state in the same memory, added anew */
        recycled.is_waiting = false;
        waitlist_add(w, &recycled);
        covered.covered_by = &kept;
        bool saw_kept = false, saw_recycled = false;
        for (int k = 0; k < 2; k++) {
            arg_node_t *next = waitlist_pop(w);
            saw_kept |= next == &kept;
            saw_recycled |= next == &recycled;
        }
        CHECK(saw_kept && saw_recycled);
        CHECK(!waitlist_pop(w));
        /* Uncovered again, it can wait again. */
        covered.covered_by = NULL;
        waitlist_add(w, &covered);
        CHECK(waitlist_pop(w) == &covered);
        waitlist_delete(w);
    }
}

TEST(many_nodes_leave_in_order_of_arrival) {
    enum { COUNT = 5000 };
    waitlist_t *w = waitlist_new(WAIT_BREADTH_FIRST, NULL, NULL);
    arg_node_t *nodes = mem_zalloc(COUNT * sizeof *nodes);
    size_t in = 0, out = 0, wrong = 0;
    while (out < COUNT) {
        for (int k = 0; k < 3 && in < COUNT; k++, in++) {
            nodes[in].serial = in + 1;
            waitlist_add(w, &nodes[in]);
        }
        for (int k = 0; k < 2 && out < COUNT; k++, out++) wrong += waitlist_pop(w) != &nodes[out];
    }
    CHECK_EQ(wrong, 0);
    CHECK(!waitlist_pop(w));
    mem_free(nodes);
    waitlist_delete(w);
}

TEST(by_rank_the_least_advanced_come_first) {
    build_t b = build_new();
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_havoc(&b, r);
    S_assign(&b, r, E_add(&b, E_reg(&b, r), E_int(&b, 1)));
    S_return(&b, E_reg(&b, r));
    passes_run(b.p);
    drive_t d = drive_new(b.p, 4, 10);
    rank_t *rank = rank_new(b.p);
    arg_node_t first = make(1, 0), second = make(2, 0), end = make(3, 0);
    first.configuration = d.at;
    drive_go(&d, 0);
    second.configuration = d.at;
    drive_run(&d, 0);
    end.configuration = d.at;
    CHECK(end.configuration->has_exited);
    composite_t none = {0};
    waitlist_t *w = waitlist_new(WAIT_BY_RANK, &none, rank);
    waitlist_add(w, &end);
    waitlist_add(w, &second);
    waitlist_add(w, &first);
    CHECK(waitlist_pop(w) == &first);
    CHECK(waitlist_pop(w) == &second);
    CHECK(waitlist_pop(w) == &end);
    waitlist_delete(w);
    rank_delete(rank);
    drive_free(&d);
    program_delete(b.p);
}
