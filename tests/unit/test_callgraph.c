#include "tests/unit/test.h"

#include "tests/unit/cfa_build.h"

#include "cfa/callgraph.h"

TEST(roots_and_reach) {
    build_t b = build_new();
    function_t *leaf = build_function(&b, "leaf", b.voidt, NULL, NULL);
    build_return(&b, NULL);
    function_t *second = build_function(&b, "second", b.voidt, NULL, NULL);
    build_call(&b, leaf, NULL, NO_REG);
    build_return(&b, NULL);
    function_t *first = build_function(&b, "first", b.voidt, NULL, NULL);
    build_create(&b, NULL, second, NULL);
    build_return(&b, NULL);
    function_t *unused = build_function(&b, "unused", b.voidt, NULL, NULL);
    build_create(&b, NULL, leaf, NULL);
    build_return(&b, NULL);
    function_t *start = build_function(&b, "main", b.i32, NULL, NULL);
    build_create(&b, NULL, first, NULL);
    build_return(&b, NULL);
    callgraph_t *g = callgraph_new(b.program);
    CHECK_EQ(callgraph_root_count(g), 3);
    CHECK(callgraph_root(g, 0) == start && callgraph_root(g, 1) == first);
    CHECK(callgraph_root(g, 2) == second);
    for (size_t i = 0; i < 3; i++) CHECK(callgraph_root_is_single(g, i));
    CHECK(callgraph_runs_in(g, leaf, 2) && !callgraph_runs_in(g, leaf, 0));
    CHECK(callgraph_is_reachable(g, leaf) && !callgraph_is_reachable(g, unused));
    callgraph_delete(g);
    program_delete(b.program);
}

TEST(recursion) {
    build_t b = build_new();
    function_t *again = build_function(&b, "again", b.voidt, NULL, NULL);
    build_return(&b, NULL);
    function_t *once = build_function(&b, "once", b.voidt, NULL, NULL);
    build_return(&b, NULL);
    function_t *by_self = build_function(&b, "by_self", b.voidt, NULL, NULL);
    build_return(&b, NULL);
    function_t *even = build_function(&b, "even", b.voidt, NULL, NULL);
    node_t *even_at = b.at;
    function_t *odd = build_function(&b, "odd", b.voidt, NULL, NULL);
    build_create(&b, NULL, again, NULL);
    build_call(&b, even, NULL, NO_REG);
    build_resume(&b, even_at);
    build_call(&b, odd, NULL, NO_REG);
    function_t *self = build_function(&b, "self", b.voidt, NULL, NULL);
    build_create(&b, NULL, by_self, NULL);
    build_call(&b, self, NULL, NO_REG);
    build_function(&b, "main", b.i32, NULL, NULL);
    build_create(&b, NULL, once, NULL);
    build_call(&b, even, NULL, NO_REG);
    build_call(&b, self, NULL, NO_REG);
    callgraph_t *g = callgraph_new(b.program);
    CHECK_EQ(callgraph_root_count(g), 4);
    for (size_t i = 1; i < 4; i++) {
        const function_t *root = callgraph_root(g, i);
        CHECK(root == again || root == by_self || root == once);
        CHECK_EQ(callgraph_root_is_single(g, i), root == once);
    }
    callgraph_delete(g);
    program_delete(b.program);
}

/* How often a thread is started: by one site or two, in a loop, in a function
 * that is called twice, in a chain below a loop. */
TEST(multiplicity) {
    build_t b = build_new();
    function_t *once = build_function(&b, "once", b.voidt, NULL, NULL);
    build_return(&b, NULL);
    function_t *twice = build_function(&b, "twice", b.voidt, NULL, NULL);
    build_return(&b, NULL);
    function_t *looped = build_function(&b, "looped", b.voidt, NULL, NULL);
    build_return(&b, NULL);
    function_t *below = build_function(&b, "below", b.voidt, NULL, NULL);
    build_return(&b, NULL);
    function_t *helper = build_function(&b, "helper", b.voidt, NULL, NULL);
    build_create(&b, NULL, below, NULL);
    build_return(&b, NULL);
    function_t *middle = build_function(&b, "middle", b.voidt, NULL, NULL);
    build_call(&b, helper, NULL, NO_REG);
    build_return(&b, NULL);
    build_function(&b, "main", b.i32, NULL, NULL);
    build_create(&b, NULL, once, NULL);
    build_create(&b, NULL, twice, NULL);
    build_create(&b, NULL, twice, NULL);
    node_t *head = b.at;
    build_create(&b, NULL, looped, NULL);
    build_call(&b, middle, NULL, NO_REG);
    build_to(&b, EDGE_NOP, head);
    build_return(&b, NULL);
    callgraph_t *g = callgraph_new(b.program);
    for (size_t i = 0; i < callgraph_root_count(g); i++) {
        const function_t *root = callgraph_root(g, i);
        CHECK_EQ(callgraph_root_is_single(g, i), root == once || root == b.program->main);
    }
    callgraph_delete(g);
    program_delete(b.program);
}
