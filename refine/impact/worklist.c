#include "refine/impact/worklist.h"

typedef struct {
    uint64_t key; /* small ones first */
    tree_node_t *node;
} entry_t;

struct worklist {
    work_order_t order;
    const rank_t *rank;
    VEC(entry_t) heap;
    VEC(tree_node_t *) targets;
};

worklist_t *worklist_new(work_order_t order, const rank_t *rank) {
    worklist_t *list = mem_zalloc(sizeof *list);
    list->order = order;
    list->rank = rank;
    return list;
}

void worklist_delete(worklist_t *list) {
    if (!list) return;
    VEC_FREE(list->heap);
    VEC_FREE(list->targets);
    mem_free(list);
}

static uint64_t key_of(const worklist_t *list, const tree_node_t *node) {
    switch (list->order) {
    case WORK_BREADTH_FIRST: return node->id;
    case WORK_BY_RANK: return rank_of(list->rank, node->configuration);
    default: return UINT32_MAX - node->id;
    }
}

static bool comes_before(const entry_t *a, const entry_t *b) {
    return a->key != b->key ? a->key < b->key : a->node->id < b->node->id;
}

void worklist_add(worklist_t *list, tree_node_t *node) {
    if (node->is_target) {
        VEC_PUSH(list->targets, node);
        return;
    }
    entry_t entry = {key_of(list, node), node};
    VEC_PUSH(list->heap, entry);
    entry_t *heap = list->heap.data;
    size_t at = list->heap.len - 1;
    for (; at && comes_before(&entry, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = entry;
}

static tree_node_t *take_first(worklist_t *list) {
    entry_t *heap = list->heap.data;
    tree_node_t *first = heap[0].node;
    entry_t last = VEC_POP(list->heap);
    size_t count = list->heap.len, at = 0;
    for (size_t child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && comes_before(&heap[child + 1], &heap[child])) child++;
        if (!comes_before(&heap[child], &last)) break;
        heap[at] = heap[child];
        at = child;
    }
    if (count) heap[at] = last;
    return first;
}

tree_node_t *worklist_take(worklist_t *list) {
    if (list->targets.len) return VEC_POP(list->targets);
    return list->heap.len ? take_first(list) : NULL;
}
