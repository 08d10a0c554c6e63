#include "cpa/core/arg.h"

#include <stdlib.h>
#include <string.h>

struct arg {
    arena_t *arena;
    size_t part_count;
    arg_node_t *root;
    arg_nodes_t nodes; /* also removed ones, until they are reused */
    arg_node_t *free_nodes;
    arg_link_t *free_links;
    hashset_t covers, merges; /* the first nodes of chains */
    intern_t sets;            /* of threads; few */
    thread_set_t all;
    uint64_t serial;
    size_t count;
};

static uint64_t cover_hash(const void *node) {
    return ((const arg_node_t *)node)->cover_key;
}

static uint64_t merge_hash(const void *node) {
    return ((const arg_node_t *)node)->merge_key;
}

static bool same_set(const void *in_table, const void *key) {
    return thread_set_equal(in_table, key);
}

arg_t *arg_new(size_t part_count) {
    arg_t *arg = mem_zalloc(sizeof *arg);
    arg->arena = arena_new();
    hashset_init(&arg->covers, cover_hash);
    hashset_init(&arg->merges, merge_hash);
    arg->part_count = part_count;
    intern_init(&arg->sets, same_set);
    arg->all = thread_set_all();
    return arg;
}

void arg_delete(arg_t *arg) {
    if (!arg) return;
    VEC_FREE(arg->nodes);
    hashset_free(&arg->covers);
    hashset_free(&arg->merges);
    intern_free(&arg->sets);
    arena_delete(arg->arena);
    mem_free(arg);
}

arg_node_t *arg_root(const arg_t *arg) {
    return arg->root;
}

size_t arg_count(const arg_t *arg) {
    return arg->count;
}

arg_node_t *arg_add(arg_t *arg, const configuration_t *configuration, const part_t *parts) {
    size_t size = sizeof(arg_node_t) + arg->part_count * sizeof(part_t);
    arg_node_t *node = arg->free_nodes;
    if (node) {
        arg->free_nodes = node->next_cover;
        memset(node, 0, size);
    } else {
        node = arena_alloc(arg->arena, size);
        VEC_PUSH(arg->nodes, node);
    }
    node->configuration = configuration;
    node->serial = ++arg->serial;
    if (arg->part_count) memcpy(node->parts, parts, arg->part_count * sizeof *parts);
    if (!arg->root) arg->root = node;
    arg->count++;
    return node;
}

void arg_note_explored(arg_t *arg, arg_node_t *node, const thread_set_t *threads) {
    if (thread_set_is_all(threads)) {
        node->explored = &arg->all;
        return;
    }
    thread_set_t key = node->explored ? thread_set_union(node->explored, threads) : *threads;
    uint64_t hash = 0;
    for (int i = 0; i < THREAD_SET_WORDS; i++) hash = hash_mix(hash, key.words[i]);
    thread_set_t *set = intern_find(&arg->sets, hash, &key);
    if (!set) {
        set = ARENA_NEW(arg->arena, thread_set_t);
        *set = key;
        intern_add(&arg->sets, hash, set);
    }
    node->explored = set;
}

arg_link_t *arg_add_link(arg_t *arg, arg_node_t *parent, arg_node_t *child, const step_t *step) {
    arg_link_t *link = arg->free_links;
    if (link)
        arg->free_links = link->next_child;
    else
        link = arena_alloc(arg->arena, sizeof *link);
    *link = (arg_link_t){
        .parent = parent,
        .child = child,
        .next_parent = child->parents,
        .next_child = parent->children,
        .parent_link = parent->parents,
        .edge = step->edge,
        .thread = step->thread,
        .assumes = step->assumes,
        .operand = step->operand,
        .outcome = step->outcome,
    };
    if (!child->parents) {
        const arg_link_t *before = parent->parents;
        child->depth = parent->depth + 1;
        child->switches = parent->switches + (before && before->thread != step->thread);
    }
    child->parents = link;
    parent->children = link;
    return link;
}

static void unlink_from_parent(arg_link_t *link) {
    arg_link_t **at = &link->parent->children;
    while (*at != link) at = &(*at)->next_child;
    *at = link->next_child;
}

void arg_move_link(arg_link_t *link, arg_node_t *parent, const step_t *step) {
    unlink_from_parent(link);
    link->parent = parent;
    link->parent_link = parent->parents;
    link->next_child = parent->children;
    parent->children = link;
    link->edge = step->edge;
    link->thread = step->thread;
    link->assumes = step->assumes;
    link->operand = step->operand;
    link->outcome = step->outcome;
    link->is_joined = false;
}

step_t arg_step(const arg_link_t *link) {
    return (step_t){
        .before = link->parent->configuration,
        .after = link->child->configuration,
        .edge = link->edge,
        .thread = link->thread,
        .assumes = link->assumes,
        .operand = link->operand,
        .outcome = link->outcome,
    };
}

void arg_cover(arg_node_t *node, arg_node_t *by) {
    node->covered_by = by;
    node->next_covered = by->covers;
    by->covers = node;
}

static uint64_t hashed_key(const configuration_t *c, uint64_t key) {
    uint64_t hash = hash_mix(c->id + 1, key);
    return hash ? hash : 1;
}

static arg_node_t *first_of(const hashset_t *index, uint64_t hash) {
    arg_node_t *node;
    for (size_t at = hashset_start(index, hash); (node = hashset_next(index, hash, &at));)
        if (index->hash(node) == hash) return node;
    return NULL;
}

arg_node_t *arg_find_cover(const arg_t *arg, const configuration_t *c, uint64_t key) {
    return first_of(&arg->covers, hashed_key(c, key));
}

arg_node_t *arg_find_merge(const arg_t *arg, const configuration_t *c, uint64_t key) {
    return first_of(&arg->merges, hashed_key(c, key));
}

void arg_prefetch_cover(const arg_t *arg, const configuration_t *c, uint64_t key) {
    hashset_prefetch(&arg->covers, hashed_key(c, key));
}

void arg_index_cover(arg_t *arg, arg_node_t *node, uint64_t key) {
    node->cover_key = hashed_key(node->configuration, key);
    arg_node_t *first = first_of(&arg->covers, node->cover_key);
    node->next_cover = first;
    if (first) {
        first->previous_cover = node;
        hashset_replace(&arg->covers, first, node);
    } else {
        hashset_add(&arg->covers, node);
    }
}

void arg_index_merge(arg_t *arg, arg_node_t *node, uint64_t key) {
    node->merge_key = hashed_key(node->configuration, key);
    arg_node_t *first = first_of(&arg->merges, node->merge_key);
    node->next_merge = first;
    if (first) {
        first->previous_merge = node;
        hashset_replace(&arg->merges, first, node);
    } else {
        hashset_add(&arg->merges, node);
    }
}

static void unindex_cover(arg_t *arg, arg_node_t *node) {
    if (!node->cover_key) return;
    if (node->previous_cover)
        node->previous_cover->next_cover = node->next_cover;
    else
        hashset_replace(&arg->covers, node, node->next_cover);
    if (node->next_cover) node->next_cover->previous_cover = node->previous_cover;
    node->cover_key = 0;
    node->next_cover = node->previous_cover = NULL;
}

void arg_unindex_merge(arg_t *arg, arg_node_t *node) {
    if (!node->merge_key) return;
    if (node->previous_merge)
        node->previous_merge->next_merge = node->next_merge;
    else
        hashset_replace(&arg->merges, node, node->next_merge);
    if (node->next_merge) node->next_merge->previous_merge = node->previous_merge;
    node->merge_key = 0;
    node->next_merge = node->previous_merge = NULL;
}

static void unlink_from_child(arg_link_t *link) {
    arg_link_t **at = &link->child->parents;
    while (*at != link) at = &(*at)->next_parent;
    *at = link->next_parent;
}

static void uncover(arg_node_t *node) {
    arg_node_t **at = &node->covered_by->covers;
    while (*at != node) at = &(*at)->next_covered;
    *at = node->next_covered;
    node->covered_by = NULL;
    node->next_covered = NULL;
}

static void free_link(arg_t *arg, arg_link_t *link) {
    link->next_child = arg->free_links;
    arg->free_links = link;
}

/* Takes a node out of everything; its children must be gone. */
static void remove_node(arg_t *arg, arg_node_t *node, arg_nodes_t *woken) {
    while (node->covers) {
        arg_node_t *covered = node->covers;
        uncover(covered);
        VEC_PUSH(*woken, covered);
    }
    if (node->covered_by) uncover(node);
    unindex_cover(arg, node);
    arg_unindex_merge(arg, node);
    node->is_removed = true;
    node->is_waiting = false;
    node->serial = 0;
    arg->count--;
    node->next_cover = arg->free_nodes;
    arg->free_nodes = node;
}

void arg_remove_subtree(arg_t *arg, arg_node_t *top, bool with_node, arg_wake_t wake,
                        void *context) {
    arg_nodes_t doomed = {0}, woken = {0};
    /* A child merged from several parents goes with any of them: what remains of
     * it would have to be computed anew without the path that is cut off. Its
     * other parents are explored again. */
    VEC_PUSH(doomed, top);
    top->is_removed = true;
    for (size_t i = 0; i < doomed.len; i++)
        for (arg_link_t *link = doomed.data[i]->children; link; link = link->next_child)
            if (!link->child->is_removed) {
                link->child->is_removed = true;
                VEC_PUSH(doomed, link->child);
            }
    for (size_t i = with_node ? 0 : 1; i < doomed.len; i++) {
        arg_node_t *node = doomed.data[i];
        while (node->parents) {
            arg_link_t *link = node->parents;
            node->parents = link->next_parent;
            unlink_from_parent(link);
            if (!link->parent->is_removed) VEC_PUSH(woken, link->parent);
            free_link(arg, link);
        }
    }
    for (size_t i = 0; i < doomed.len; i++) {
        arg_node_t *node = doomed.data[i];
        while (node->children) {
            arg_link_t *link = node->children;
            node->children = link->next_child;
            unlink_from_child(link);
            free_link(arg, link);
        }
    }
    for (size_t i = with_node ? 0 : 1; i < doomed.len; i++)
        remove_node(arg, doomed.data[i], &woken);
    if (!with_node) {
        top->is_removed = false;
        VEC_PUSH(woken, top);
    }
    for (size_t i = 0; i < woken.len; i++)
        if (!woken.data[i]->is_removed) wake(context, woken.data[i]);
    VEC_FREE(doomed);
    VEC_FREE(woken);
}

static int by_serial(const void *a, const void *b) {
    const arg_node_t *x = *(arg_node_t *const *)a, *y = *(arg_node_t *const *)b;
    return (x->serial > y->serial) - (x->serial < y->serial);
}

void arg_list(const arg_t *arg, arg_nodes_t *out) {
    for (size_t i = 0; i < arg->nodes.len; i++)
        if (!arg->nodes.data[i]->is_removed) VEC_PUSH(*out, arg->nodes.data[i]);
    /* Out of order only if nodes were used again. */
    for (size_t i = 1; i < out->len; i++)
        if (out->data[i - 1]->serial > out->data[i]->serial) {
            qsort(out->data, out->len, sizeof *out->data, by_serial);
            return;
        }
}
