#include "cpa/core/arg.h"
#include "tests/unit/test.h"
#include "tests/unit/witness_build.h"

/* Nodes over one configuration and one part that means nothing. */
typedef struct {
    build_t b;
    configurations_t *table;
    const configuration_t *c, *other;
    arg_t *arg;
    edge_t *edge;
    VEC(arg_node_t *) woken;
} arg_graph_t;

static const int parts_at[8];

static arg_graph_t graph_new(void) {
    arg_graph_t g = {.b = build_new(), .table = configurations_new(), .arg = arg_new(1)};
    build_function(&g.b, "main", 0);
    g.edge = S_return(&g.b, E_int(&g.b, 0));
    frame_t frame = {.node = g.b.f->entry};
    thread_t thread = {.status = THREAD_RUNNING, .frame_count = 1, .frames = &frame};
    g.c = configuration_intern(g.table, &(configuration_t){.thread_count = 1, .threads = &thread});
    g.other = configuration_intern(g.table, &(configuration_t){.has_exited = true});
    return g;
}

static void graph_free(arg_graph_t *g) {
    VEC_FREE(g->woken);
    arg_delete(g->arg);
    configurations_delete(g->table);
    program_delete(g->b.p);
}

static arg_node_t *node(arg_graph_t *g, unsigned part) {
    part_t p = &parts_at[part];
    return arg_add(g->arg, g->c, &p);
}

static arg_link_t *join(arg_graph_t *g, arg_node_t *from, arg_node_t *to, uint32_t thread) {
    step_t step = {.edge = g->edge, .thread = thread};
    return arg_add_link(g->arg, from, to, &step);
}

static void wake(void *context, arg_node_t *n) {
    arg_graph_t *g = context;
    VEC_PUSH(g->woken, n);
}

static bool was_woken(const arg_graph_t *g, const arg_node_t *n) {
    for (size_t i = 0; i < g->woken.len; i++)
        if (g->woken.data[i] == n) return true;
    return false;
}

TEST(links_say_depth_and_switches_of_the_first_way) {
    arg_graph_t g = graph_new();
    arg_node_t *root = node(&g, 0), *a = node(&g, 1), *b = node(&g, 2), *c = node(&g, 3);
    join(&g, root, a, 0);
    join(&g, a, b, 1);
    join(&g, b, c, 1);
    join(&g, root, c, 0);
    CHECK(arg_root(g.arg) == root);
    CHECK_EQ(a->switches, 0);
    CHECK_EQ(b->switches, 1);
    CHECK_EQ(c->switches, 1);
    CHECK_EQ(c->depth, 3);
    CHECK(c->parents->parent == root);
    CHECK(c->parents->next_parent->parent == b);
    graph_free(&g);
}

TEST(a_link_remembers_what_its_parent_was_made_of) {
    arg_graph_t g = graph_new();
    arg_node_t *root = node(&g, 0), *a = node(&g, 1), *b = node(&g, 2), *c = node(&g, 3);
    arg_link_t *to_a = join(&g, root, a, 0);
    arg_link_t *before = join(&g, a, c, 0);
    arg_link_t *merged = join(&g, b, a, 0);
    arg_link_t *after = join(&g, a, c, 0);
    CHECK(!to_a->parent_link);
    CHECK(before->parent_link == to_a);
    CHECK(after->parent_link == merged);
    graph_free(&g);
}

TEST(indices_find_by_configuration_and_key) {
    arg_graph_t g = graph_new();
    arg_node_t *a = node(&g, 0), *b = node(&g, 1);
    arg_index_cover(g.arg, a, 7);
    arg_index_cover(g.arg, b, 7);
    arg_index_merge(g.arg, a, 9);
    CHECK(arg_find_cover(g.arg, g.c, 7) == b);
    CHECK(b->next_cover == a);
    CHECK(!arg_find_cover(g.arg, g.other, 7));
    CHECK(!arg_find_cover(g.arg, g.c, 9));
    CHECK(arg_find_merge(g.arg, g.c, 9) == a);
    arg_unindex_merge(g.arg, a);
    CHECK(!arg_find_merge(g.arg, g.c, 9));
    graph_free(&g);
}

TEST(removal_takes_all_below_and_wakes_the_parent) {
    arg_graph_t g = graph_new();
    arg_node_t *root = node(&g, 0), *a = node(&g, 1), *b = node(&g, 2), *side = node(&g, 3);
    join(&g, root, a, 0);
    join(&g, a, b, 0);
    join(&g, root, side, 0);
    arg_index_cover(g.arg, b, 7);
    arg_remove_subtree(g.arg, a, true, wake, &g);
    CHECK(a->is_removed && b->is_removed && !side->is_removed);
    CHECK_EQ(arg_count(g.arg), 2);
    CHECK(!arg_find_cover(g.arg, g.c, 7));
    CHECK_EQ(g.woken.len, 1);
    CHECK(was_woken(&g, root));
    CHECK(root->children && root->children->child == side && !root->children->next_child);
    graph_free(&g);
}

TEST(removal_below_keeps_the_node_and_wakes_it) {
    arg_graph_t g = graph_new();
    arg_node_t *root = node(&g, 0), *a = node(&g, 1), *b = node(&g, 2);
    join(&g, root, a, 0);
    join(&g, a, b, 0);
    arg_remove_subtree(g.arg, a, false, wake, &g);
    CHECK(!a->is_removed && b->is_removed);
    CHECK(!a->children && a->parents);
    CHECK(was_woken(&g, a) && !was_woken(&g, root));
    graph_free(&g);
}

TEST(a_merged_child_goes_and_its_other_parent_is_explored_again) {
    arg_graph_t g = graph_new();
    arg_node_t *root = node(&g, 0), *a = node(&g, 1), *b = node(&g, 2), *m = node(&g, 3);
    join(&g, root, a, 0);
    join(&g, root, b, 0);
    join(&g, a, m, 0);
    join(&g, b, m, 0);
    arg_remove_subtree(g.arg, a, true, wake, &g);
    CHECK(m->is_removed && !b->is_removed);
    CHECK(was_woken(&g, b) && was_woken(&g, root));
    CHECK(!b->children);
    graph_free(&g);
}

TEST(what_a_removed_node_covered_is_uncovered_and_woken) {
    arg_graph_t g = graph_new();
    arg_node_t *root = node(&g, 0), *a = node(&g, 1), *b = node(&g, 2), *c = node(&g, 3);
    join(&g, root, a, 0);
    join(&g, root, b, 0);
    join(&g, root, c, 0);
    arg_cover(b, a);
    arg_cover(c, a);
    arg_remove_subtree(g.arg, c, true, wake, &g);
    CHECK(a->covers == b && !b->next_covered);
    arg_remove_subtree(g.arg, a, true, wake, &g);
    CHECK(!b->covered_by);
    CHECK(was_woken(&g, b));
    graph_free(&g);
}

TEST(a_cycle_of_merges_is_removed_once) {
    arg_graph_t g = graph_new();
    arg_node_t *root = node(&g, 0), *a = node(&g, 1), *b = node(&g, 2);
    join(&g, root, a, 0);
    join(&g, a, b, 0);
    join(&g, b, a, 0);
    arg_remove_subtree(g.arg, b, true, wake, &g);
    CHECK(a->is_removed && b->is_removed);
    CHECK_EQ(arg_count(g.arg), 1);
    CHECK_EQ(g.woken.len, 1);
    CHECK(was_woken(&g, root));
    graph_free(&g);
}

TEST(removed_nodes_are_used_again_under_a_new_serial) {
    arg_graph_t g = graph_new();
    arg_node_t *root = node(&g, 0), *a = node(&g, 1);
    join(&g, root, a, 0);
    uint64_t serial = a->serial;
    a->is_waiting = a->is_expanded = true;
    arg_remove_subtree(g.arg, a, true, wake, &g);
    arg_node_t *again = node(&g, 2);
    CHECK(again == a);
    CHECK(again->serial > serial);
    CHECK(!again->is_waiting && !again->is_expanded && !again->is_removed && !again->parents);
    arg_nodes_t list = {0};
    arg_list(g.arg, &list);
    CHECK_EQ(list.len, 2);
    CHECK(list.data[0] == root && list.data[1] == again);
    VEC_FREE(list);
    graph_free(&g);
}
