#include "cpa/reduce/footprint_internal.h"

#include <string.h>

/* Walks over nodes, into calls, and back behind a call once its callee can
 * return. */
typedef struct {
    footprints_t *f;
    const uint32_t *held;
    size_t held_count;
    bool only_section;  /* stop where the atomic section ends */
    footprint_t *to;
    uint64_t *visited;  /* nodes */
    VEC(const node_t *) work;
    VEC(const edge_t *) calls;
    bool *returns;      /* per function */
    bool blocks;
    bool loops;         /* a loop head was met */
    bool turns;         /* ... or a turn */
    bool creates_again; /* a CREATE was met whose thread may come to it again */
    bool joins;
    bool nests;         /* a section inside of the section */
    VEC(uint32_t) released; /* UNLOCKs of mutexes that are held elsewhere */
    /* The function of the first node, if accesses by its registers are kept apart. */
    const function_t *frame;
    VEC(const edge_t *) by_registers;
    bool enters_again; /* another frame of it may run */
} future_walk_t;

static void walk_push(future_walk_t *walk, const node_t *node) {
    if (bitset_has(walk->visited, node->id)) return;
    bitset_add(walk->visited, node->id);
    VEC_PUSH(walk->work, node);
}

static bool is_held(const future_walk_t *walk, const edge_t *edge) {
    size_t place = walk->f->mutexes[edge->id];
    if (place == SIZE_MAX) return false;
    for (size_t i = 0; i < walk->held_count; i++)
        if (walk->held[i] == place) return true;
    return false;
}

static void walk_edge(future_walk_t *walk, const edge_t *edge) {
    footprints_t *f = walk->f;
    if (edge->kind == EDGE_LOCK && is_held(walk, edge)) return;
    if (edge->kind == EDGE_UNLOCK && walk->held_count) {
        if (f->mutexes[edge->id] == SIZE_MAX)
            VEC_PUSH(walk->released, UINT32_MAX);
        else if (is_held(walk, edge))
            VEC_PUSH(walk->released, (uint32_t)f->mutexes[edge->id]);
    }
    walk->enters_again |= edge->callee && edge->callee == walk->frame;
    if (edge->from->function == walk->frame && footprint_address(edge)) {
        VEC_PUSH(walk->by_registers, edge);
    } else {
        bitset_union(walk->to->reads, f->edges[edge->id].reads, f->words);
        bitset_union(walk->to->writes, f->edges[edge->id].writes, f->words);
    }
    if (edge->kind == EDGE_LOCK || edge->kind == EDGE_THREAD_JOIN ||
        (edge->kind == EDGE_ASSUME && node_ways(edge->from) == 1))
        walk->blocks = true;
    walk->joins |= edge->kind == EDGE_THREAD_JOIN;
    if (walk->only_section && edge->kind == EDGE_ATOMIC_END) return;
    if (edge->kind == EDGE_ATOMIC_BEGIN) walk->nests = true;
    switch (edge->kind) {
    case EDGE_CALL:
        walk_push(walk, edge->callee->entry);
        if (walk->returns[edge->callee->id])
            walk_push(walk, edge->to);
        else
            VEC_PUSH(walk->calls, edge);
        return;
    case EDGE_RETURN: {
        function_t *function = edge->from->function;
        if (walk->returns[function->id]) return;
        walk->returns[function->id] = true;
        for (size_t i = 0; i < walk->calls.len; i++)
            if (walk->calls.data[i]->callee == function) walk_push(walk, walk->calls.data[i]->to);
        return;
    }
    case EDGE_THREAD_CREATE:
        walk->creates_again |= f->creates_again[edge->id];
        if (!walk->only_section) walk_push(walk, edge->callee->entry);
        walk_push(walk, edge->to);
        return;
    case EDGE_EXIT:
    case EDGE_THREAD_EXIT:
    case EDGE_ERROR:
    case EDGE_UNSUPPORTED: return;
    default: walk_push(walk, edge->to);
    }
}

static bool reads_assigned(const expr_t *expr, const bool *assigned) {
    if (expr->kind == EXPR_REG && assigned[expr->reg]) return true;
    for (unsigned i = 0; i < expr->arity; i++)
        if (reads_assigned(expr->a[i], assigned)) return true;
    return false;
}

/* Of the accesses by registers only those stay apart whose registers keep their
 * values. */
static void keep_fixed(future_walk_t *walk) {
    footprints_t *f = walk->f;
    if (!walk->by_registers.len) return;
    bool *assigned = mem_zalloc(walk->frame->regs.len + 1);
    for (size_t i = 0; i < walk->frame->nodes.len; i++) {
        const node_t *node = walk->frame->nodes.data[i];
        if (!bitset_has(walk->visited, node->id)) continue;
        for (size_t k = 0; k < node->out.len; k++)
            if (node->out.data[k]->target != NO_REG) assigned[node->out.data[k]->target] = true;
    }
    size_t kept = 0;
    for (size_t i = 0; i < walk->by_registers.len; i++) {
        const edge_t *edge = walk->by_registers.data[i];
        if (!walk->enters_again && !reads_assigned(footprint_address(edge), assigned)) {
            walk->by_registers.data[kept++] = edge;
            continue;
        }
        bitset_union(walk->to->reads, f->edges[edge->id].reads, f->words);
        bitset_union(walk->to->writes, f->edges[edge->id].writes, f->words);
    }
    walk->by_registers.len = kept;
    mem_free(assigned);
}

/* true: the function of the start node can return. */
static bool walk_from(future_walk_t *walk, const node_t *start) {
    const program_t *program = walk->f->program;
    walk->visited = mem_zalloc(bitset_words(program->nodes.len) * sizeof *walk->visited);
    walk->returns = mem_zalloc(program->functions.len);
    walk_push(walk, start);
    while (walk->work.len) {
        const node_t *node = VEC_POP(walk->work);
        walk->loops |= node->is_loop_head;
        walk->turns |= node->is_turn;
        for (size_t i = 0; i < node->out.len; i++) walk_edge(walk, node->out.data[i]);
    }
    bool can_return = walk->returns[start->function->id];
    keep_fixed(walk);
    mem_free(walk->visited);
    mem_free(walk->returns);
    VEC_FREE(walk->work);
    VEC_FREE(walk->calls);
    return can_return;
}

void footprint_fill_section(footprints_t *f, const edge_t *edge) {
    footprint_t *print = &f->sections[edge->id];
    *print = footprint_new(f);
    future_walk_t walk = {.f = f, .only_section = true, .to = print};
    bitset_union(print->reads, f->edges[edge->id].reads, f->words); /* what it waits for */
    bool leaves_function = walk_from(&walk, edge->to);
    f->section_excluded[edge->id] = walk.turns || walk.creates_again || walk.joins;
    f->section_blocks[edge->id] = walk.blocks || walk.loops;
    if (!leaves_function && !walk.nests) return;
    /* Which END closes it is not seen here: it may touch everything. */
    for (size_t i = 0; i < f->place_count; i++) {
        bitset_add(print->reads, i);
        bitset_add(print->writes, i);
    }
    f->section_blocks[edge->id] = f->section_excluded[edge->id] = true;
}

typedef struct future_entry {
    future_t future;
    const node_t *node;
    struct future_entry *next;
    size_t held_count;
    uint32_t held[];
} future_entry_t;

const future_t *footprint_future(footprints_t *f, const node_t *node, const uint32_t *held,
                                 size_t held_count) {
    uint64_t hash = hash_mix(node->id, held_count), first = 0;
    for (size_t i = 0; i < held_count; i++) hash = hash_mix(hash, held[i]);
    map64_get(&f->futures, hash, &first);
    future_entry_t *entry = (future_entry_t *)(uintptr_t)first;
    for (; entry; entry = entry->next)
        if (entry->node == node && entry->held_count == held_count &&
            (!held_count || !memcmp(entry->held, held, held_count * sizeof *held)))
            return &entry->future;
    entry = arena_alloc(f->arena, sizeof *entry + held_count * sizeof *held);
    entry->node = node;
    entry->held_count = held_count;
    if (held_count) memcpy(entry->held, held, held_count * sizeof *held);
    entry->future.touched = footprint_new(f);
    future_walk_t walk = {.f = f,
                          .held = held,
                          .held_count = held_count,
                          .to = &entry->future.touched,
                          .frame = node->function};
    entry->future.can_return = walk_from(&walk, node);
    const edge_t **apart = ARENA_ARRAY(f->arena, const edge_t *, walk.by_registers.len);
    for (size_t i = 0; i < walk.by_registers.len; i++) apart[i] = walk.by_registers.data[i];
    entry->future.by_registers = apart;
    entry->future.by_registers_count = walk.by_registers.len;
    VEC_FREE(walk.by_registers);
    uint32_t *released = ARENA_ARRAY(f->arena, uint32_t, walk.released.len);
    for (size_t i = 0; i < walk.released.len; i++) released[i] = walk.released.data[i];
    entry->future.released = released;
    entry->future.released_count = walk.released.len;
    VEC_FREE(walk.released);
    entry->next = (future_entry_t *)(uintptr_t)first;
    map64_put(&f->futures, hash, map64_pointer(entry));
    return &entry->future;
}
