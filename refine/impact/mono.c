#include "refine/impact/mono.h"

#include "cpa/value/value.h"
#include "refine/impact/conditional.h"

#include <string.h>

bool mono_is_inside(const tree_node_t *v) {
    return v->is_alone || threading_atomic_thread(v->configuration) != UINT32_MAX;
}

static void add_print(const impact_t *x, const footprint_t *print, footprint_t *to) {
    size_t words = footprints_words(x->footprints);
    bitset_union(to->reads, print->reads, words);
    bitset_union(to->writes, print->writes, words);
}

/* What an edge touches, as precisely as values say where its address lies. */
static void add_edge(impact_t *x, const configuration_t *c, part_t value, uint32_t thread,
                     const edge_t *edge, footprint_t *to) {
    uint64_t address;
    if (footprint_address(edge) && value &&
        value_evaluate(x->composite->cpas[0], value, c, thread, footprint_address(edge), &address))
        footprint_add_at(x->footprints, edge, address, to);
    else
        add_print(x, footprint_edge(x->footprints, edge), to);
}

static footprint_t new_print(impact_t *x) {
    size_t words = footprints_words(x->footprints);
    return (footprint_t){ARENA_ARRAY(x->arena, uint64_t, words),
                         ARENA_ARRAY(x->arena, uint64_t, words)};
}

static bool stands_at_loop(const configuration_t *c, uint32_t thread) {
    if (thread >= c->thread_count || c->threads[thread].status != THREAD_RUNNING) return false;
    const thread_t *t = &c->threads[thread];
    return thread_top(t)->node->is_loop_head;
}

void mono_note_action(impact_t *x, tree_node_t *v) {
    if (!x->options.is_monotonic) return;
    const tree_node_t *u = v->parent;
    tree_action_t *action = ARENA_NEW(x->arena, tree_action_t);
    footprint_t print = new_print(x);
    thread_set_t chosen = composite_choose(x->composite, v->configuration, &v->value);
    v->is_alone = !threading_is_final(v->configuration) && !thread_set_is_all(&chosen);
    for (uint32_t i = 0; i < v->step_count; i++)
        add_edge(x, v->steps[i].before, i ? NULL : u->value, v->thread, v->steps[i].edge, &print);
    *action = (tree_action_t){.thread = v->thread,
                              .from = u->configuration,
                              .comes_to_loop = stands_at_loop(v->configuration, v->thread)};
    if (u->action && mono_is_inside(u)) {
        add_print(x, &(footprint_t){(uint64_t *)u->action->reads, (uint64_t *)u->action->writes},
                  &print);
        action->thread = u->action->thread;
        action->from = u->action->from;
        action->comes_to_loop |= u->action->comes_to_loop;
    }
    action->reads = print.reads;
    action->writes = print.writes;
    v->action = action;
}

/* Did the thread stand there already? */
static bool stood_still(const configuration_t *before, const configuration_t *now,
                        uint32_t thread) {
    if (thread >= before->thread_count || before->threads[thread].status != THREAD_RUNNING)
        return false;
    const thread_t *a = &before->threads[thread], *b = &now->threads[thread];
    return a->frame_count == b->frame_count &&
           !memcmp(a->frames, b->frames, a->frame_count * sizeof *a->frames);
}

static bool meet(const impact_t *x, const uint64_t *a, const uint64_t *b) {
    return bitset_meets(a, b, footprints_words(x->footprints));
}

static bool depends(const impact_t *x, const footprint_t *next, const tree_action_t *last) {
    return meet(x, next->writes, last->writes) || meet(x, next->writes, last->reads) ||
           meet(x, next->reads, last->writes);
}

/* Does the next action of the thread, along this edge, depend on the last one before v? A JOIN
 * waits for the end of a thread, which no place stands for. */
static bool depends_along(impact_t *x, const tree_node_t *v, uint32_t thread, const edge_t *edge,
                          bool may_refine) {
    footprint_t *print = &x->next_print;
    size_t words = footprints_words(x->footprints);
    if (edge->kind == EDGE_THREAD_JOIN) return true;
    memset(print->reads, 0, words * sizeof *print->reads);
    memset(print->writes, 0, words * sizeof *print->writes);
    if (edge->kind == EDGE_ATOMIC_BEGIN)
        add_print(x, footprint_step(x->footprints, edge), print);
    else
        add_edge(x, v->configuration, v->value, thread, edge, print);
    return depends(x, print, v->action) &&
           !conditional_is_independent(x, v, thread, edge, may_refine);
}

static bool skips(impact_t *x, const tree_node_t *v, uint32_t thread, bool may_refine) {
    const tree_action_t *last = v->action;
    if (!last || thread >= last->thread || last->comes_to_loop || mono_is_inside(v)) return false;
    if (!stood_still(last->from, v->configuration, thread)) return false;
    if (!x->next_print.reads) x->next_print = new_print(x);
    const node_t *node = thread_top(&v->configuration->threads[thread])->node;
    for (size_t i = 0; i < node->out.len; i++)
        if (depends_along(x, v, thread, node->out.data[i], may_refine)) return false;
    return true;
}

bool mono_skips(impact_t *x, const tree_node_t *v, uint32_t thread) {
    return skips(x, v, thread, false);
}

thread_set_t mono_choose(impact_t *x, const tree_node_t *v, const thread_set_t *chosen,
                         bool may_refine) {
    thread_set_t left = *chosen;
    if (v->is_alone) return left;
    for (uint32_t t = 0; t < v->configuration->thread_count; t++)
        if (v->configuration->threads[t].status == THREAD_RUNNING && skips(x, v, t, may_refine))
            thread_set_remove(&left, t);
    return left;
}

static bool same_action(const impact_t *x, const tree_action_t *a, const tree_action_t *b) {
    size_t bytes = footprints_words(x->footprints) * sizeof *a->reads;
    return a->thread == b->thread && a->from == b->from && a->comes_to_loop == b->comes_to_loop &&
           !memcmp(a->reads, b->reads, bytes) && !memcmp(a->writes, b->writes, bytes);
}

bool mono_may_cover(impact_t *x, const tree_node_t *v, const tree_node_t *w) {
    if (!x->options.is_monotonic || (!mono_is_inside(v) && !mono_is_inside(w))) return true;
    return v->is_alone == w->is_alone && same_action(x, v->action, w->action);
}

void mono_expand_cover(impact_t *x, tree_node_t *v, tree_node_t *w) {
    const configuration_t *c = v->configuration;
    if (!w->is_expanded || x->options.leaves_out_cover_expansions || threading_is_final(c)) return;
    thread_set_t chosen = composite_choose(x->composite, c, &v->value);
    chosen = mono_choose(x, v, &chosen, false);
    chosen = thread_set_union(&chosen, &v->expanded);
    for (uint32_t t = 0; t < c->thread_count; t++) {
        if (c->threads[t].status != THREAD_RUNNING || !thread_set_has(&chosen, t)) continue;
        if (thread_set_has(&w->expanded, t)) continue;
        size_t before = tree_count(x->tree);
        impact_expand_thread(x, t, w);
        x->stats->cover_expansions += tree_count(x->tree) - before;
    }
}

void mono_expand_covers(impact_t *x, tree_node_t *w) {
    for (tree_node_t *v = w->covered; v; v = v->next_covered) mono_expand_cover(x, v, w);
}
