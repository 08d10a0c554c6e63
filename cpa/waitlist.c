#include "cpa/waitlist.h"

typedef struct {
    arg_node_t *node;
    uint64_t serial; /* the node's when it was added: nodes are recycled */
} entry_t;

/* One queue per rank; every order but by thread has one rank only. */
typedef struct {
    VEC(entry_t) entries;
    size_t head;
} queue_t;

struct waitlist {
    wait_order_t order;
    VEC(queue_t) ranks;
    size_t lowest;
};

waitlist_t *waitlist_new(wait_order_t order) {
    waitlist_t *waitlist = mem_zalloc(sizeof *waitlist);
    waitlist->order = order;
    return waitlist;
}

void waitlist_delete(waitlist_t *waitlist) {
    if (!waitlist) return;
    for (size_t i = 0; i < waitlist->ranks.len; i++) VEC_FREE(waitlist->ranks.data[i].entries);
    VEC_FREE(waitlist->ranks);
    mem_free(waitlist);
}

void waitlist_add(waitlist_t *waitlist, arg_node_t *node) {
    if (node->is_waiting) return;
    node->is_waiting = true;
    size_t rank = waitlist->order == WAIT_BY_THREAD ? node->switches : 0;
    while (waitlist->ranks.len <= rank) VEC_PUSH(waitlist->ranks, (queue_t){0});
    if (rank < waitlist->lowest) waitlist->lowest = rank;
    queue_t *queue = &waitlist->ranks.data[rank];
    /* Half of the array is behind the head: close up. */
    if (queue->head > 1024 && queue->head * 2 > queue->entries.len) {
        size_t kept = 0;
        for (size_t i = queue->head; i < queue->entries.len; i++)
            queue->entries.data[kept++] = queue->entries.data[i];
        queue->entries.len = kept;
        queue->head = 0;
    }
    VEC_PUSH(queue->entries, (entry_t){node, node->serial});
}

static bool take(waitlist_t *waitlist, queue_t *queue, entry_t *entry) {
    if (queue->head == queue->entries.len) return false;
    if (waitlist->order == WAIT_BREADTH_FIRST)
        *entry = queue->entries.data[queue->head++];
    else
        *entry = VEC_POP(queue->entries);
    return true;
}

arg_node_t *waitlist_pop(waitlist_t *waitlist) {
    entry_t entry;
    for (; waitlist->lowest < waitlist->ranks.len; waitlist->lowest++)
        while (take(waitlist, &waitlist->ranks.data[waitlist->lowest], &entry)) {
            if (entry.node->serial != entry.serial || !entry.node->is_waiting) continue;
            entry.node->is_waiting = false;
            if (!entry.node->covered_by) return entry.node;
        }
    waitlist->lowest = 0;
    return NULL;
}
