#include "witness/order/clocks.h"

#include <string.h>

static uint32_t *row(const clocks_t *c, uint32_t node) {
    return &c->before[(size_t)node * c->events->threads.len];
}

/* Everything before other, and other itself, is before node; true: that is new. */
static bool follow(const clocks_t *c, uint32_t node, uint32_t other) {
    const ev_node_t *o = &c->events->nodes.data[other];
    bool is_new = false;
    for (size_t t = 0; t < c->events->threads.len; t++) {
        uint32_t count = row(c, other)[t];
        if (t == o->thread && count < o->chain + 1) count = o->chain + 1;
        if (row(c, node)[t] >= count) continue;
        row(c, node)[t] = count;
        is_new = true;
    }
    return is_new;
}

static bool follow_chain(const clocks_t *c, const ev_thread_t *thread) {
    bool is_new = false;
    for (size_t i = 0; i < thread->nodes.len; i++) {
        uint32_t other = i ? thread->nodes.data[i - 1] : thread->creator;
        if (other != EVENTS_NONE) is_new |= follow(c, thread->nodes.data[i], other);
    }
    return is_new;
}

static bool follow_join(const clocks_t *c, const ev_join_t *join) {
    if (!join->is_certain || join->is_detach || join->value->kind != TERM_CONST) return false;
    if (join->value->value >= c->events->threads.len) return false;
    const ev_thread_t *thread = &c->events->threads.data[join->value->value];
    return thread->nodes.len && follow(c, join->node, VEC_TOP(thread->nodes));
}

static void find_orders(const clocks_t *c) {
    bool is_new = true;
    while (is_new) {
        is_new = false;
        for (size_t i = 0; i < c->events->threads.len; i++)
            is_new |= follow_chain(c, &c->events->threads.data[i]);
        for (size_t i = 0; i < c->events->joins.len; i++)
            is_new |= follow_join(c, &c->events->joins.data[i]);
    }
}

static unsigned bits_for(size_t count) {
    unsigned bits = 1;
    while ((UINT64_C(1) << bits) <= count) bits++;
    return bits;
}

void clocks_init(clocks_t *c, const events_t *events, terms_t *terms) {
    size_t count = events->nodes.len;
    unsigned bits = bits_for(count + 1), thread_bits = bits_for(events->threads.len);
    *c = (clocks_t){.events = events, .terms = terms, .bits = bits + thread_bits};
    c->before = mem_zalloc((count * events->threads.len + 1) * sizeof *c->before);
    c->clock = mem_zalloc((count + 1) * sizeof *c->clock);
    sort_t sort = {.kind = SORT_BV, .width = (uint8_t)bits};
    for (size_t i = 0; i < count; i++)
        c->clock[i] = term_bv(terms, TERM_CONCAT,
                              term_symbol(terms, sort, (UINT64_C(3) << 62) + 1, (uint32_t)i),
                              term_const(terms, thread_bits, events->nodes.data[i].thread));
    find_orders(c);
}

void clocks_free(clocks_t *c) {
    mem_free(c->before);
    mem_free(c->clock);
}

bool clocks_always(const clocks_t *c, uint32_t a, uint32_t b) {
    const ev_node_t *x = &c->events->nodes.data[a];
    return row(c, b)[x->thread] > x->chain;
}

const term_t *clocks_before(const clocks_t *c, uint32_t a, uint32_t b) {
    if (a == b || clocks_always(c, b, a)) return term_false(c->terms);
    if (clocks_always(c, a, b)) return term_true(c->terms);
    return term_bv(c->terms, TERM_BVULT, c->clock[a], c->clock[b]);
}

static void add_order(const clocks_t *c, uint32_t a, uint32_t b, term_vec_t *facts) {
    VEC_PUSH(*facts, term_bv(c->terms, TERM_BVULT, c->clock[a], c->clock[b]));
}

void clocks_facts(const clocks_t *c, term_vec_t *facts) {
    for (size_t t = 0; t < c->events->threads.len; t++) {
        const ev_thread_t *thread = &c->events->threads.data[t];
        for (size_t i = 0; i < thread->nodes.len; i++) {
            uint32_t other = i ? thread->nodes.data[i - 1] : thread->creator;
            if (other != EVENTS_NONE)
                add_order(c, other, thread->nodes.data[i], facts);
            else /* 0 is when all was as in the beginning */
                VEC_PUSH(*facts, term_bv(c->terms, TERM_BVULT, term_const(c->terms, c->bits, 0),
                                         c->clock[thread->nodes.data[i]]));
        }
    }
    for (size_t i = 0; i < c->events->joins.len; i++) {
        const ev_join_t *join = &c->events->joins.data[i];
        if (!join->is_certain || join->is_detach || join->value->kind != TERM_CONST) continue;
        if (join->value->value >= c->events->threads.len) continue;
        const ev_thread_t *thread = &c->events->threads.data[join->value->value];
        if (thread->nodes.len) add_order(c, VEC_TOP(thread->nodes), join->node, facts);
    }
}
