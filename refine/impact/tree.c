#include "refine/impact/tree.h"

#include "util/hash.h"

#include <string.h>

typedef VEC(tree_node_t *) tree_nodes_t;

struct tree {
    arena_t *arena;
    labels_t *labels;
    property_mask_t asked;
    tree_wait_t wait;
    void *context;
    tree_nodes_t nodes;
    map64_t newest; /* configuration -> node */
    map64_t newest_alike; /* configuration and value -> node; others may have the same key */
    tree_nodes_t lost; /* nodes whose cover goes away; scratch */
};

tree_t *tree_new(labels_t *labels, property_mask_t asked, tree_wait_t wait, void *context) {
    tree_t *tree = mem_zalloc(sizeof *tree);
    tree->arena = arena_new();
    tree->labels = labels;
    tree->asked = asked;
    tree->wait = wait;
    tree->context = context;
    return tree;
}

void tree_delete(tree_t *tree) {
    if (!tree) return;
    arena_delete(tree->arena);
    VEC_FREE(tree->nodes);
    VEC_FREE(tree->lost);
    map64_free(&tree->newest);
    map64_free(&tree->newest_alike);
    mem_free(tree);
}

size_t tree_count(const tree_t *tree) {
    return tree->nodes.len;
}

size_t tree_bytes(const tree_t *tree) {
    return arena_bytes(tree->arena);
}

tree_node_t *tree_root(const tree_t *tree) {
    return tree->nodes.len ? tree->nodes.data[0] : NULL;
}

tree_node_t *tree_at(const tree_t *tree, size_t id) {
    return tree->nodes.data[id];
}

tree_node_t *tree_newest(const tree_t *tree, const configuration_t *c) {
    uint64_t node = 0;
    map64_get(&tree->newest, map64_pointer(c), &node);
    return (tree_node_t *)(uintptr_t)node;
}

/* The newest older node that agrees in configuration and value, if nobody else has their key. */
static void note_alike(tree_t *tree, tree_node_t *node) {
    uint64_t key = hash_mix(map64_pointer(node->configuration), map64_pointer(node->value));
    uint64_t known = 0;
    map64_get(&tree->newest_alike, key, &known);
    tree_node_t *other = (tree_node_t *)(uintptr_t)known;
    if (other && other->configuration == node->configuration && other->value == node->value)
        node->older_alike = other;
    map64_put(&tree->newest_alike, key, map64_pointer(node));
}

static void make_wait(tree_t *tree, tree_node_t *node) {
    if (node->is_waiting || node->is_expanded || node->is_given_up) return;
    node->is_waiting = true;
    tree->wait(tree->context, node);
}

static bool is_target(const tree_t *tree, const configuration_t *c) {
    return c->unsupported || (c->is_error && tree->asked & property_bit(configuration_violates(c)));
}

static tree_node_t *add_node(tree_t *tree, const configuration_t *c, part_t value) {
    tree_node_t *node = ARENA_NEW(tree->arena, tree_node_t);
    node->id = (uint32_t)tree->nodes.len;
    node->configuration = c;
    node->value = value;
    node->label = label_true(tree->labels);
    node->older = tree_newest(tree, c);
    node->is_target = is_target(tree, c);
    node->place.where = c;
    note_alike(tree, node);
    map64_put(&tree->newest, map64_pointer(c), map64_pointer(node));
    VEC_PUSH(tree->nodes, node);
    return node;
}

tree_node_t *tree_add_root(tree_t *tree, const configuration_t *start, part_t value) {
    tree_node_t *root = add_node(tree, start, value);
    make_wait(tree, root);
    return root;
}

tree_node_t *tree_add(tree_t *tree, tree_node_t *parent, uint32_t thread, const step_t *steps,
                      size_t count, const block_t *block, part_t value) {
    REQUIRE(count && !parent->is_closed);
    tree_node_t *node = add_node(tree, steps[count - 1].after, value);
    step_t *copy = ARENA_ARRAY(tree->arena, step_t, count);
    memcpy(copy, steps, count * sizeof *copy);
    node->thread = thread;
    node->steps = copy;
    node->step_count = (uint32_t)count;
    node->depth = parent->depth + 1;
    node->place.previous = &parent->place;
    node->place.block = block;
    node->place.depth = node->depth;
    node->parent = parent;
    node->next_sibling = parent->children;
    parent->children = node;
    make_wait(tree, node);
    return node;
}

static void unlink_cover(tree_node_t *node) {
    if (node->previous_covered)
        node->previous_covered->next_covered = node->next_covered;
    else
        node->covered_by->covered = node->next_covered;
    if (node->next_covered) node->next_covered->previous_covered = node->previous_covered;
    node->covered_by = node->next_covered = node->previous_covered = NULL;
}

/* Everything below that is open becomes closed; what it covered is listed in lost. */
static void close_below(tree_t *tree, tree_node_t *node) {
    node->is_closed = true;
    while (node->covered) {
        VEC_PUSH(tree->lost, node->covered);
        unlink_cover(node->covered);
    }
    for (tree_node_t *child = node->children; child; child = child->next_sibling)
        if (!child->is_closed) close_below(tree, child);
}

/* The other way round, down to nodes that are closed by themselves. */
static void open_below(tree_t *tree, tree_node_t *node) {
    node->is_closed = false;
    make_wait(tree, node);
    for (tree_node_t *child = node->children; child; child = child->next_sibling)
        if (!child->covered_by && !child->label->is_false) open_below(tree, child);
}

static bool is_below_closed(const tree_node_t *node) {
    return node->parent && node->parent->is_closed;
}

/* Nodes that lost their cover are open again, and wait. */
static void open_lost(tree_t *tree) {
    while (tree->lost.len) {
        tree_node_t *node = VEC_POP(tree->lost);
        if (!is_below_closed(node) && !node->label->is_false) open_below(tree, node);
    }
}

void tree_cover(tree_t *tree, tree_node_t *node, tree_node_t *by) {
    REQUIRE(!node->is_closed && !by->is_closed && by->id < node->id);
    REQUIRE(!tree_is_above(node, by));
    close_below(tree, node);
    node->covered_by = by;
    node->next_covered = by->covered;
    if (by->covered) by->covered->previous_covered = node;
    by->covered = node;
    open_lost(tree);
}

void tree_uncover(tree_t *tree, tree_node_t *node) {
    REQUIRE(node->covered_by);
    unlink_cover(node);
    if (!is_below_closed(node)) open_below(tree, node);
}

void tree_strengthen(tree_t *tree, tree_node_t *node, const label_t *label) {
    REQUIRE(!node->label->is_false);
    node->label = label;
    if (!label->is_false) return;
    if (node->covered_by) unlink_cover(node);
    if (!node->is_closed) close_below(tree, node);
    open_lost(tree);
}

bool tree_is_above(const tree_node_t *above, const tree_node_t *node) {
    while (node->depth > above->depth) node = node->parent;
    return node == above;
}

tree_node_t *tree_common(tree_node_t *a, tree_node_t *b) {
    while (a != b)
        if (a->depth >= b->depth)
            a = a->parent;
        else
            b = b->parent;
    return a;
}

bool tree_is_sound(const tree_t *tree) {
    for (size_t i = 0; i < tree->nodes.len; i++) {
        const tree_node_t *node = tree->nodes.data[i], *by = node->covered_by;
        bool is_closed = by || node->label->is_false || is_below_closed(node);
        if (node->is_closed != is_closed) return false;
        if (by && (by->id >= node->id || by->is_closed || by->configuration != node->configuration))
            return false;
        if (node->is_closed && node->covered) return false;
        if (!is_closed && !node->is_expanded && !node->is_waiting && !node->is_given_up)
            return false;
    }
    return true;
}
