#include "refine/impact/tree.h"
#include "refine/impact/worklist.h"
#include "tests/unit/test.h"

/* Trees of one configuration, as the relation sees them. */
typedef struct {
    terms_t *terms;
    labels_t *labels;
    tree_t *tree;
    configuration_t here;
    VEC(tree_node_t *) waiting;
} world_t;

static void wait(void *context, tree_node_t *node) {
    world_t *w = context;
    VEC_PUSH(w->waiting, node);
}

static void world_init(world_t *w) {
    *w = (world_t){.terms = terms_new()};
    w->labels = labels_new(w->terms);
    w->tree = tree_new(w->labels, 1, wait, w);
    tree_add_root(w->tree, &w->here, NULL);
}

static void world_free(world_t *w) {
    tree_delete(w->tree);
    labels_delete(w->labels);
    terms_delete(w->terms);
    VEC_FREE(w->waiting);
}

static tree_node_t *add(world_t *w, tree_node_t *parent) {
    step_t step = {.before = &w->here, .after = &w->here};
    return tree_add(w->tree, parent, 0, &step, 1, NULL, NULL);
}

/* Takes all waiting nodes, and expands those with children. */
static void settle(world_t *w) {
    for (size_t i = 0; i < w->waiting.len; i++) {
        tree_node_t *node = w->waiting.data[i];
        node->is_waiting = false;
        node->is_expanded = node->children != NULL;
    }
    VEC_CLEAR(w->waiting);
}

TEST(what_lies_below_a_covered_node_is_closed) {
    world_t w;
    world_init(&w);
    tree_node_t *a = add(&w, tree_root(w.tree)), *b = add(&w, tree_root(w.tree)), *c = add(&w, b);
    settle(&w);
    tree_cover(w.tree, b, a);
    CHECK(b->is_closed && c->is_closed && !a->is_closed);
    CHECK_EQ(w.waiting.len, 0);
    tree_uncover(w.tree, b);
    CHECK(!b->is_closed && !c->is_closed);
    /* b has been expanded, its leaf has not */
    CHECK_EQ(w.waiting.len, 1);
    CHECK(w.waiting.data[0] == c);
    CHECK(tree_is_sound(w.tree) == false); /* a does not wait, nor is it expanded */
    a->is_expanded = true;
    CHECK(tree_is_sound(w.tree));
    world_free(&w);
}

/* Erratum of Algorithm 1, line 29: nodes that lose their cover because it lies below a
 * node that is covered now go back to the work list. */
TEST(a_node_that_loses_its_cover_waits) {
    world_t w;
    world_init(&w);
    tree_node_t *a = add(&w, tree_root(w.tree)), *v = add(&w, tree_root(w.tree)), *y = add(&w, v),
                *x = add(&w, tree_root(w.tree));
    settle(&w);
    tree_cover(w.tree, x, y);
    CHECK(x->is_closed);
    tree_cover(w.tree, v, a);
    CHECK(!x->is_closed && !x->covered_by);
    CHECK_EQ(w.waiting.len, 1);
    CHECK(w.waiting.data[0] == x);
    world_free(&w);
}

/* Erratum: the descendants of v there include v itself. */
TEST(a_node_that_is_covered_covers_nothing) {
    world_t w;
    world_init(&w);
    tree_node_t *a = add(&w, tree_root(w.tree)), *v = add(&w, tree_root(w.tree)),
                *x = add(&w, tree_root(w.tree));
    settle(&w);
    tree_cover(w.tree, x, v);
    tree_cover(w.tree, v, a);
    CHECK(!x->covered_by && !v->covered);
    CHECK_EQ(w.waiting.len, 1);
    CHECK(w.waiting.data[0] == x);
    world_free(&w);
}

TEST(a_false_label_closes_for_good) {
    world_t w;
    world_init(&w);
    tree_node_t *v = add(&w, tree_root(w.tree)), *y = add(&w, v), *x = add(&w, tree_root(w.tree));
    settle(&w);
    tree_cover(w.tree, x, y);
    tree_strengthen(w.tree, v, label_false(w.labels));
    CHECK(v->is_closed && y->is_closed && !x->is_closed);
    CHECK_EQ(w.waiting.len, 1); /* x */
    tree_strengthen(w.tree, tree_root(w.tree), label_true(w.labels));
    CHECK(v->is_closed);
    world_free(&w);
}

TEST(nodes_below_something_closed_do_not_wait) {
    world_t w;
    world_init(&w);
    tree_node_t *a = add(&w, tree_root(w.tree)), *y = add(&w, tree_root(w.tree)),
                *v = add(&w, tree_root(w.tree)), *x = add(&w, v);
    settle(&w);
    tree_cover(w.tree, x, y);
    tree_cover(w.tree, v, a);
    CHECK(x->is_closed);
    tree_uncover(w.tree, x);
    CHECK(x->is_closed); /* v is covered still */
    CHECK_EQ(w.waiting.len, 0);
    tree_uncover(w.tree, v);
    CHECK(!x->is_closed);
    CHECK_EQ(w.waiting.len, 1);
    world_free(&w);
}

TEST(ancestors_are_found) {
    world_t w;
    world_init(&w);
    tree_node_t *root = tree_root(w.tree), *a = add(&w, root), *b = add(&w, a), *c = add(&w, a),
                *d = add(&w, c);
    CHECK(tree_common(b, d) == a);
    CHECK(tree_common(d, a) == a);
    CHECK(tree_is_above(a, d) && tree_is_above(d, d) && !tree_is_above(b, d));
    CHECK(tree_newest(w.tree, &w.here) == d && d->older == c);
    world_free(&w);
}

TEST(work_is_done_in_order) {
    static const uint32_t expected[][4] = {{4, 3, 2, 1}, {1, 2, 3, 4}};
    for (int order = 0; order < 2; order++) {
        world_t w;
        world_init(&w);
        worklist_t *list = worklist_new(order ? WORK_BREADTH_FIRST : WORK_DEPTH_FIRST, NULL);
        static const uint32_t inserted[] = {3, 1, 4, 2};
        for (int i = 0; i < 4; i++) add(&w, tree_root(w.tree));
        for (int i = 0; i < 4; i++) worklist_add(list, tree_at(w.tree, inserted[i]));
        for (int i = 0; i < 4; i++) CHECK_EQ(worklist_take(list)->id, expected[order][i]);
        CHECK(!worklist_take(list));
        tree_at(w.tree, 2)->is_target = true; /* at once */
        for (int i = 0; i < 4; i++) worklist_add(list, tree_at(w.tree, inserted[i]));
        CHECK_EQ(worklist_take(list)->id, 2);
        worklist_delete(list);
        world_free(&w);
    }
}
