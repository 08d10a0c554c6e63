#include "tests/unit/explore_run.h"
#include "tests/unit/test.h"

static const analysis_parts_t both = {.predicate = true, .value_options = {.track_all = true}};

TEST(a_step_is_possible_if_all_agree) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32);
    build_function(&b, "main", 0);
    S_store(&b, E_addr(&b, x), E_int(&b, 4));
    S_error_if(&b, E_eq(&b, E_load(&b, x), E_int(&b, 5)));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    explore_t e = {0};
    explore_init(&e, b.p, &both);
    arg_node_t *node = arg_root(e.a->exploration.arg);
    successors_t out = {0};
    thread_set_t threads;
    composite_successors(&e.a->composite, node, &out, &threads);
    CHECK(thread_set_is_all(&threads));
    CHECK_EQ(out.len, 1);
    node = arg_add(e.a->exploration.arg, out.data[0].step.after, out.data[0].parts);
    VEC_CLEAR(out);
    composite_successors(&e.a->composite, node, &out, &threads);
    CHECK_EQ(out.len, 1); /* the branch to the error is excluded */
    VEC_FREE(out);
    explore_free(&e);
    program_delete(b.p);
}

TEST(an_atomic_section_stops_the_others) {
    counter_t c = build_counter(false, 2);
    passes_run(c.b.p);
    explore_t e = {0};
    explore_init(&e, c.b.p, &both);
    successors_t out = {0};
    thread_set_t threads;
    arg_node_t *node = arg_root(e.a->exploration.arg);
    for (int i = 0; i < 2; i++) { /* both threads are created */
        VEC_CLEAR(out);
        composite_successors(&e.a->composite, node, &out, &threads);
        node = arg_add(e.a->exploration.arg, out.data[0].step.after, out.data[0].parts);
    }
    VEC_CLEAR(out);
    composite_successors(&e.a->composite, node, &out, &threads);
    CHECK_EQ(out.len, 2); /* main waits */
    configuration_t atomic = *node->configuration;
    thread_t moved[3];
    memcpy(moved, atomic.threads, sizeof moved);
    moved[2].atomic_depth = 1;
    atomic.threads = moved;
    node =
        arg_add(e.a->exploration.arg,
                configuration_intern(threading_configurations(e.a->composite.threading), &atomic),
                node->parts);
    VEC_CLEAR(out);
    composite_successors(&e.a->composite, node, &out, &threads);
    CHECK_EQ(out.len, 1);
    if (out.len) CHECK_EQ(out.data[0].step.thread, 2);
    VEC_FREE(out);
    explore_free(&e);
    program_delete(c.b.p);
}

TEST(keys_and_covers_are_those_of_all_parts) {
    counter_t c = build_counter(false, 1);
    passes_run(c.b.p);
    explore_t e = {0};
    explore_init(&e, c.b.p, &both);
    composite_t *composite = &e.a->composite;
    arg_node_t *root = arg_root(e.a->exploration.arg);
    successors_t out = {0};
    thread_set_t threads;
    composite_successors(composite, root, &out, &threads);
    CHECK_EQ(out.len, 1);
    CHECK_EQ(composite_merge_key(composite, root->parts), 0); /* stands at a block's end */
    CHECK(composite_merge_key(composite, out.data[0].parts) != 0);
    CHECK(composite_joins_coverage(composite, root->parts));
    CHECK(!composite_joins_coverage(composite, out.data[0].parts));
    CHECK(composite_is_kept(composite, root->parts));
    CHECK(!composite_is_kept(composite, out.data[0].parts));
    CHECK(composite_find_cover(composite, e.a->exploration.arg, root->configuration, root->parts) ==
          root);
    CHECK(!composite_find_cover(composite, e.a->exploration.arg, out.data[0].step.after,
                                root->parts));
    VEC_FREE(out);
    explore_free(&e);
    program_delete(c.b.p);
}

TEST(a_description_is_sorted_and_names_a_variable_once) {
    build_t b = build_new();
    object_t *x = build_global(&b, "x", b.i32), *y = build_global(&b, "y", b.i32);
    build_function(&b, "main", 0);
    S_store(&b, E_addr(&b, y), E_int(&b, 4));
    S_store(&b, E_addr(&b, x), E_int(&b, 4));
    S_return(&b, E_int(&b, 0));
    passes_run(b.p);
    explore_t e = {0};
    explore_init(&e, b.p, &both);
    description_t said = {0};
    composite_describe(&e.a->composite, arg_root(e.a->exploration.arg), NULL, &said);
    CHECK_EQ(said.bindings.len, 2); /* x and y, both of both CPAs */
    CHECK(said.bindings.len == 2 &&
          said.bindings.data[0].variable < said.bindings.data[1].variable);
    CHECK(said.formula && term_is_true(said.formula));
    composite_describe(&e.a->composite, arg_root(e.a->exploration.arg), e.a->value, &said);
    CHECK_EQ(said.bindings.len, 2);
    CHECK(!said.formula);
    VEC_FREE(said.bindings);
    explore_free(&e);
    program_delete(b.p);
}
