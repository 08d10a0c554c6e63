/* Pass liveness.
 * requires: loops (rpo)
 * provides: function->live
 * breaks:   nothing
 *
 * Backward may-analysis over the registers of each function, for 64 registers at a
 * time: a fixed point over the blocks of straight code in which one of them may be
 * live, then the ranges in which each is. So neither time nor memory grow with the
 * square of the length of a function. The target of a CALL is set when the callee
 * returns, so at the node behind the call, where the frame stands meanwhile, it may
 * count as live: that is on the safe side. */
#include "cfa/callgraph.h"
#include "cfa/live.h"
#include "cfa/passes.h"

#include <stdlib.h>

enum { GROUP = 64 };

/* What the edges of one node do to the registers of one group. */
typedef struct event {
    uint32_t group, position; /* of the node: its rpo */
    uint64_t uses;
    uint64_t writes; /* of a single edge; where there are several, each is asked for itself */
} event_t;

/* Code without branches: from the first node, control reaches all others in turn. */
typedef struct basic_block {
    uint32_t first, last; /* positions */
    uint64_t live;        /* registers of the group before the first */
    uint32_t event_end;   /* behind its last event of the group */
} basic_block_t;

typedef struct found_range {
    reg_t reg;
    live_range_t range;
} found_range_t;

typedef struct liveness {
    const node_t **nodes; /* by position */
    uint32_t *block_of;   /* ... */
    VEC(basic_block_t) blocks;
    VEC(event_t) events;
    VEC(found_range_t) found;   /* of the group, the last ranges first */
    VEC(live_range_t) ranges;
} liveness_t;

static uint64_t bit_of(reg_t reg) {
    return UINT64_C(1) << (reg % GROUP);
}

/* The edge on which alone the function goes on from here; NULL: there is none. */
static const edge_t *only_way(const node_t *node) {
    if (node_ways(node) != 1 || !edge_continues(node->out.data[0])) return NULL;
    return node->out.data[0];
}

static void find_blocks(liveness_t *l, uint32_t count) {
    VEC_CLEAR(l->blocks);
    for (uint32_t i = 0; i < count; i++) {
        const node_t *node = l->nodes[i], *before = i ? l->nodes[i - 1] : NULL;
        if (node && before && node->in.len == 1 && node->in.data[0]->from == before &&
            node->in.data[0] == only_way(before))
            VEC_TOP(l->blocks).last = i;
        else
            VEC_PUSH(l->blocks, (basic_block_t){.first = i, .last = i});
        l->block_of[i] = (uint32_t)l->blocks.len - 1;
    }
}

static void add_uses(liveness_t *l, const expr_t *e, uint32_t position) {
    if (e->kind == EXPR_REG)
        VEC_PUSH(l->events, (event_t){e->reg / GROUP, position, bit_of(e->reg), 0});
    for (unsigned i = 0; i < e->arity; i++) add_uses(l, e->a[i], position);
}

static int by_group(const void *a, const void *b) {
    const event_t *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return x->position < y->position ? -1 : x->position > y->position;
}

/* One for each group and position, sorted. */
static void find_events(liveness_t *l, uint32_t count) {
    VEC_CLEAR(l->events);
    for (uint32_t i = 0; i < count; i++) {
        const node_t *node = l->nodes[i];
        for (size_t k = 0; node && k < node->out.len; k++) {
            const edge_t *edge = node->out.data[k];
            if (edge->target != NO_REG && node_ways(node) == 1)
                VEC_PUSH(l->events, (event_t){edge->target / GROUP, i, 0, bit_of(edge->target)});
            if (edge->address) add_uses(l, edge->address, i);
            if (edge->value) add_uses(l, edge->value, i);
            for (size_t a = 0; a < edge->arg_count; a++) add_uses(l, edge->args[a], i);
        }
    }
    if (!l->events.len) return;
    qsort(l->events.data, l->events.len, sizeof(event_t), by_group);
    size_t kept = 0;
    for (size_t i = 1; i < l->events.len; i++) {
        event_t *last = &l->events.data[kept], next = l->events.data[i];
        if (by_group(last, &next) == 0) {
            last->uses |= next.uses;
            last->writes |= next.writes;
        } else {
            l->events.data[++kept] = next;
        }
    }
    l->events.len = kept + 1;
}

/* Before the edges that leave the block, but for what they read. */
static uint64_t live_behind(const liveness_t *l, const basic_block_t *block, uint32_t group) {
    const node_t *node = l->nodes[block->last];
    uint64_t live = 0;
    for (size_t i = 0; node && i < node->out.len; i++) {
        const edge_t *edge = node->out.data[i];
        if (!edge_continues(edge)) continue;
        uint64_t next = l->blocks.data[l->block_of[edge->to->rpo]].live;
        if (edge->target != NO_REG && edge->target / GROUP == group) next &= ~bit_of(edge->target);
        live |= next;
    }
    return live;
}

static uint64_t live_before(const event_t *event, uint64_t live_after) {
    return (live_after & ~event->writes) | event->uses;
}

/* The blocks that a group reaches. */
typedef struct reach {
    uint32_t low, high;
    bool again;
} reach_t;

static void include_predecessors(const liveness_t *l, uint32_t number, reach_t *reach) {
    const node_t *node = l->nodes[l->blocks.data[number].first];
    for (size_t i = 0; node && i < node->in.len; i++) {
        const edge_t *edge = node->in.data[i];
        if (!edge_continues(edge) || l->nodes[edge->from->rpo] != edge->from) continue;
        uint32_t before = l->block_of[edge->from->rpo];
        if (before < reach->low) reach->low = before;
        if (before > reach->high) reach->high = before;
        if (before >= number) reach->again = true;
    }
}

/* In post-order one round settles straight code and each further round one level of
 * loops. */
static reach_t solve(liveness_t *l, uint32_t group, size_t from, size_t to) {
    const event_t *events = l->events.data;
    reach_t reach = {l->block_of[events[from].position], l->block_of[events[to - 1].position],
                     true};
    for (size_t i = from; i < to; i++)
        l->blocks.data[l->block_of[events[i].position]].event_end = (uint32_t)i + 1;
    while (reach.again) {
        reach.again = false;
        for (uint32_t b = reach.high + 1; b-- > reach.low;) {
            basic_block_t *block = &l->blocks.data[b];
            uint64_t live = live_behind(l, block, group);
            for (uint32_t e = block->event_end; e-- > from && events[e].position >= block->first;)
                live = live_before(&events[e], live);
            if (live == block->live) continue;
            block->live = live;
            include_predecessors(l, b, &reach);
        }
    }
    return reach;
}

/* Ranges are found from their ends to their starts. */
typedef struct scan {
    uint32_t group;
    uint64_t live; /* at the position above */
    uint32_t last[GROUP];
} scan_t;

static void scan_to(liveness_t *l, scan_t *scan, uint32_t position, uint64_t live) {
    for (uint64_t changed = live ^ scan->live; changed; changed &= changed - 1) {
        unsigned number = (unsigned)__builtin_ctzll(changed);
        if (live >> number & 1)
            scan->last[number] = position;
        else
            VEC_PUSH(l->found, (found_range_t){scan->group * GROUP + number,
                                               {position + 1, scan->last[number]}});
    }
    scan->live = live;
}

static void find_ranges(liveness_t *l, uint32_t group, size_t from, reach_t reach) {
    scan_t scan = {.group = group};
    VEC_CLEAR(l->found);
    for (uint32_t b = reach.high + 1; b-- > reach.low;) {
        const basic_block_t *block = &l->blocks.data[b];
        uint32_t position = block->last;
        uint64_t live = live_behind(l, block, group);
        uint32_t e = block->event_end;
        bool at_end = e > from && l->events.data[e - 1].position == position;
        if (!at_end) scan_to(l, &scan, position, live);
        for (; e > from && l->events.data[e - 1].position >= block->first; e--) {
            const event_t *event = &l->events.data[e - 1];
            live = live_before(event, live);
            scan_to(l, &scan, event->position, live);
        }
    }
    /* Nothing is live above the first block that the group reaches. */
    uint32_t first = l->blocks.data[reach.low].first;
    for (uint64_t open = scan.live; open; open &= open - 1) {
        unsigned number = (unsigned)__builtin_ctzll(open);
        VEC_PUSH(l->found, (found_range_t){group * GROUP + number, {first, scan.last[number]}});
    }
}

/* The ranges of the group's registers, one register after the other. */
static void keep_ranges(liveness_t *l, uint32_t *start, reg_t from, reg_t to) {
    for (reg_t reg = from; reg < to; reg++) start[reg] = 0;
    for (size_t i = 0; i < l->found.len; i++) start[l->found.data[i].reg]++;
    size_t base = l->ranges.len;
    VEC_RESERVE(l->ranges, base + l->found.len);
    l->ranges.len = base + l->found.len;
    for (reg_t reg = from; reg < to; reg++) start[reg] = (uint32_t)(base += start[reg]);
    for (size_t i = 0; i < l->found.len; i++) /* later ranges come first */
        l->ranges.data[--start[l->found.data[i].reg]] = l->found.data[i].range;
}

static void forget_group(liveness_t *l, reach_t reach) {
    for (uint32_t b = reach.low; b <= reach.high; b++)
        l->blocks.data[b].live = l->blocks.data[b].event_end = 0;
}

static void liveness_in_function(liveness_t *l, program_t *program, function_t *function) {
    uint32_t count = (uint32_t)function->nodes.len;
    reg_t reg_count = (reg_t)function->regs.len;
    for (uint32_t i = 0; i < count; i++) l->nodes[i] = NULL;
    for (uint32_t i = 0; i < count; i++)
        l->nodes[function->nodes.data[i]->rpo] = function->nodes.data[i];
    find_blocks(l, count);
    find_events(l, count);
    VEC_CLEAR(l->ranges);
    uint32_t *start = ARENA_ARRAY(program->arena, uint32_t, reg_count + 1);
    size_t next = 0;
    for (reg_t reg = 0; reg < reg_count; reg += GROUP) {
        size_t from = next;
        while (next < l->events.len && l->events.data[next].group == reg / GROUP) next++;
        VEC_CLEAR(l->found);
        if (next > from) {
            reach_t reach = solve(l, reg / GROUP, from, next);
            find_ranges(l, reg / GROUP, from, reach);
            forget_group(l, reach);
        }
        keep_ranges(l, start, reg, reg_count - reg < GROUP ? reg_count : reg + GROUP);
    }
    start[reg_count] = (uint32_t)l->ranges.len;
    live_range_t *ranges = ARENA_ARRAY(program->arena, live_range_t, l->ranges.len + 1);
    for (size_t i = 0; i < l->ranges.len; i++) ranges[i] = l->ranges.data[i];
    live_t *live = ARENA_NEW(program->arena, live_t);
    *live = (live_t){start, ranges};
    function->live = live;
}

void liveness_run(program_t *program) {
    size_t most = 1;
    for (size_t i = 0; i < program->functions.len; i++)
        if (program->functions.data[i]->nodes.len > most)
            most = program->functions.data[i]->nodes.len;
    liveness_t l = {.nodes = mem_alloc(sizeof(node_t *) * most),
                    .block_of = mem_alloc(sizeof(uint32_t) * most)};
    for (size_t i = 0; i < program->functions.len; i++)
        if (program->functions.data[i]->entry)
            liveness_in_function(&l, program, program->functions.data[i]);
    mem_free(l.nodes);
    mem_free(l.block_of);
    VEC_FREE(l.blocks);
    VEC_FREE(l.events);
    VEC_FREE(l.found);
    VEC_FREE(l.ranges);
}

bool live_at(const node_t *node, reg_t reg) {
    const live_t *live = node->function->live;
    if (!live) return true;
    REQUIRE(reg < node->function->regs.len);
    uint32_t low = live->start[reg], high = live->start[reg + 1];
    while (low < high) { /* the first range that does not end before the node */
        uint32_t middle = low + (high - low) / 2;
        if (live->ranges[middle].last < node->rpo)
            low = middle + 1;
        else
            high = middle;
    }
    return low < live->start[reg + 1] && live->ranges[low].first <= node->rpo;
}

bool live_in(const configuration_t *c, variable_t variable) {
    unsigned thread = variable_thread(variable), depth = variable_depth(variable);
    reg_t reg = variable_reg_number(variable);
    if (thread >= c->thread_count || c->threads[thread].status != THREAD_RUNNING) return false;
    const thread_t *t = &c->threads[thread];
    if (depth >= t->frame_count) return false;
    const node_t *node = t->frames[depth].node; /* of a caller: where it goes on */
    if (node->function->id != variable_function(variable)) return false;
    if (depth + 1 < t->frame_count && t->frames[depth + 1].call->target == reg) return false;
    return live_at(node, reg);
}
