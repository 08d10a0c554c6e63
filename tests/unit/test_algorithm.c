#include "tests/unit/explore_run.h"
#include "tests/unit/test.h"

static const analysis_parts_t all_values = {.value_options = {.track_all = true}};

static bool has_error(const arg_t *arg) {
    arg_nodes_t nodes = {0};
    bool found = false;
    arg_list(arg, &nodes);
    for (size_t i = 0; i < nodes.len; i++)
        found |= configuration_is_error(nodes.data[i]->configuration);
    VEC_FREE(nodes);
    return found;
}

TEST(exploration_stops_at_a_target_and_can_go_on) {
    program_t *p = build_counter(false, 2).b.p;
    passes_run(p);
    explore_t e = {0};
    explore_init(&e, p, &all_values);
    CHECK_EQ(explore_go(&e), EXPLORED_ABORT);
    CHECK(e.target && configuration_is_error(e.target->configuration));
    size_t stopped_at = arg_count(e.a->exploration.arg);
    e.x->abort = explore_never;
    CHECK_EQ(explore_go(&e), EXPLORED_ALL);
    CHECK(arg_count(e.a->exploration.arg) >= stopped_at);
    CHECK_EQ(explore_go(&e), EXPLORED_ALL);
    explore_free(&e);
    program_delete(p);
}

TEST(stopping_at_every_error_loses_no_state) {
    program_t *p = build_counter(false, 2).b.p;
    passes_run(p);
    explore_t whole = {0}, parts = {0};
    explore_init(&whole, p, &all_values);
    whole.x->abort = explore_never;
    explore_go(&whole);
    explore_init(&parts, p, &all_values);
    unsigned stops = 0;
    while (stops < 1000 && explore_go(&parts) == EXPLORED_ABORT) stops++;
    CHECK(stops > 0 && stops < 1000);
    /* Uncovered states are the same; covered ones may be made again. */
    CHECK_EQ(parts.stats.states - parts.stats.covered, whole.stats.states - whole.stats.covered);
    explore_free(&whole);
    explore_free(&parts);
    program_delete(p);
}

TEST(all_orders_find_the_same_states) {
    static const waitlist_choice_t orders[] = {WAITLIST_BFS, WAITLIST_DFS, WAITLIST_THREAD,
                                               WAITLIST_RANK};
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    size_t first = 0;
    for (size_t i = 0; i < 4; i++) {
        explore_t e = {.options = {.waitlist = orders[i]}};
        explore_init(&e, p, &all_values);
        e.x->forget_covered = true;
        CHECK_EQ(explore_go(&e), EXPLORED_ALL);
        CHECK(!has_error(e.a->exploration.arg));
        if (!i) first = arg_count(e.a->exploration.arg);
        CHECK_EQ(arg_count(e.a->exploration.arg), first);
        explore_free(&e);
    }
    program_delete(p);
}

TEST(covered_states_are_kept_unless_they_may_be_forgotten) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    explore_t kept = {0}, forgotten = {0};
    explore_init(&kept, p, &all_values);
    explore_go(&kept);
    explore_init(&forgotten, p, &all_values);
    forgotten.x->forget_covered = true;
    explore_go(&forgotten);
    CHECK(kept.stats.covered > 0);
    CHECK_EQ(arg_count(kept.a->exploration.arg),
             arg_count(forgotten.a->exploration.arg) + kept.stats.covered);
    explore_free(&kept);
    explore_free(&forgotten);
    program_delete(p);
}

TEST(a_limit_is_no_end) {
    program_t *p = build_counter(true, 2).b.p;
    passes_run(p);
    explore_t e = {0};
    explore_init(&e, p, &all_values);
    strcpy(e.limits.reason, "enough");
    CHECK_EQ(explore_go(&e), EXPLORED_LIMIT);
    e.limits.reason[0] = 0;
    e.x->patience = 3;
    CHECK_EQ(explore_go(&e), EXPLORED_SOME);
    e.x->patience = 0;
    CHECK_EQ(explore_go(&e), EXPLORED_ALL);
    CHECK(e.stats.covered > 0);
    explore_free(&e);
    program_delete(p);
}

/* if (r) x = 1 (two steps) else nothing (one step): the ways meet. */
TEST(states_inside_a_block_merge_and_are_explored_again) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    reg_t r = build_reg(&b, "r");
    S_havoc(&b, r);
    node_t *fork = b.at, *meet = build_node(&b);
    S_assume(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 1)));
    edge_t *store = build_edge_to(&b, EDGE_STORE, meet);
    store->address = E_addr(&b, x);
    store->value = E_int(&b, 1);
    store->type = b.i32;
    b.at = fork;
    build_edge_to(&b, EDGE_ASSUME, meet)->value = E_not(&b, E_eq(&b, E_reg(&b, r), E_int(&b, 1)));
    S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, 1)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    static const waitlist_choice_t orders[] = {WAITLIST_BFS, WAITLIST_RANK};
    for (size_t i = 0; i < 2; i++) {
        explore_t e = {.options = {.waitlist = orders[i]}};
        analysis_parts_t parts = {.predicate = true,
                                  .predicate_options = {.block = PREDICATE_LOOPS}};
        explore_init(&e, b.p, &parts);
        CHECK_EQ(explore_go(&e), EXPLORED_ABORT);
        CHECK(e.stats.merged > 0);
        explore_free(&e);
    }
    program_delete(b.p);
}
