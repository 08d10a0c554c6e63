#include "cpa/explore/waitlist.h"

typedef struct {
    arg_node_t *node;
    uint64_t serial; /* the node's when it was added: nodes are recycled */
    uint64_t major, minor; /* keys; smaller is sooner */
    uint64_t number;       /* order of arrival among equal keys */
} entry_t;

/* A queue for breadth first (head moves on), a stack for depth first, a binary
 * heap for the orders by key. */
struct waitlist {
    wait_order_t order;
    composite_t *composite;
    const rank_t *rank;
    VEC(entry_t) entries;
    size_t head;
    uint64_t added;
};

waitlist_t *waitlist_new(wait_order_t order, composite_t *composite, const rank_t *rank) {
    waitlist_t *w = mem_zalloc(sizeof *w);
    w->order = order;
    w->composite = composite;
    w->rank = rank;
    return w;
}

void waitlist_delete(waitlist_t *w) {
    if (!w) return;
    VEC_FREE(w->entries);
    mem_free(w);
}

static bool is_sooner(const entry_t *a, const entry_t *b) {
    if (a->major != b->major) return a->major < b->major;
    return a->minor != b->minor ? a->minor < b->minor : a->number < b->number;
}

static bool is_heap(const waitlist_t *w) {
    return w->order == WAIT_BY_THREAD || w->order == WAIT_BY_RANK;
}

static void sift_up(waitlist_t *w, size_t i) {
    entry_t *e = w->entries.data, moving = e[i];
    while (i && is_sooner(&moving, &e[(i - 1) / 2])) {
        e[i] = e[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    e[i] = moving;
}

static void sift_down(waitlist_t *w, size_t i) {
    entry_t *e = w->entries.data, moving = e[i];
    for (size_t child; (child = 2 * i + 1) < w->entries.len; i = child) {
        if (child + 1 < w->entries.len && is_sooner(&e[child + 1], &e[child])) child++;
        if (!is_sooner(&e[child], &moving)) break;
        e[i] = e[child];
    }
    e[i] = moving;
}

/* Half of the array is behind the head: close up. */
static void close_up(waitlist_t *w) {
    if (w->head <= 1024 || w->head * 2 <= w->entries.len) return;
    size_t kept = 0;
    for (size_t i = w->head; i < w->entries.len; i++) w->entries.data[kept++] = w->entries.data[i];
    w->entries.len = kept;
    w->head = 0;
}

void waitlist_add(waitlist_t *w, arg_node_t *node) {
    if (node->is_waiting) return;
    node->is_waiting = true;
    entry_t entry = {.node = node, .serial = node->serial, .number = w->added++};
    if (w->order == WAIT_BY_THREAD) entry.major = node->switches;
    if (w->order == WAIT_BY_RANK) {
        entry.major = composite_order(w->composite, node->parts);
        entry.minor = rank_of(w->rank, node->configuration);
    }
    close_up(w);
    VEC_PUSH(w->entries, entry);
    if (is_heap(w)) sift_up(w, w->entries.len - 1);
}

static bool take(waitlist_t *w, entry_t *entry) {
    if (w->head == w->entries.len) return false;
    if (is_heap(w)) {
        *entry = w->entries.data[0];
        entry_t last = VEC_POP(w->entries);
        if (w->entries.len) {
            w->entries.data[0] = last;
            sift_down(w, 0);
        }
    } else if (w->order == WAIT_BREADTH_FIRST) {
        *entry = w->entries.data[w->head++];
    } else {
        *entry = VEC_POP(w->entries);
    }
    return true;
}

arg_node_t *waitlist_pop(waitlist_t *w) {
    entry_t entry;
    while (take(w, &entry)) {
        if (entry.node->serial != entry.serial || !entry.node->is_waiting) continue;
        entry.node->is_waiting = false;
        if (!entry.node->covered_by) return entry.node;
    }
    return NULL;
}
