#include "engine/order/encode.h"

/* Cycles that no run can have, as clauses beforehand: Algorithm 3 of the thesis, with
 * the three shapes of its Figure 5.4. Paths consist of orders that always hold and of
 * one read-from at most. */

enum { MOST_PAIRS = 20000000, MOST_CLAUSES = 200000 };

typedef struct {
    encoding_t *e;
    effort_t *effort;
    uint64_t count, looked;
} finder_t;

static bool goes_on(finder_t *f) {
    return f->count < MOST_CLAUSES && ++f->looked < MOST_PAIRS && !effort_ends(f->effort, 1, NULL);
}

static uint32_t node_of(const finder_t *f, uint32_t event) {
    return event == UINT32_MAX ? 0 : f->e->u->events.data[event].node;
}

/* Strictly; the initial contents come before everything. */
static bool before(const finder_t *f, uint32_t a, uint32_t b) {
    if (b == UINT32_MAX) return false;
    return a == UINT32_MAX || encoding_event_before(f->e, a, b);
}

static void add(finder_t *f, int a, int b, int c) {
    int clause[3] = {a, b, c};
    size_t count = 0;
    for (int i = 0; i < 3; i++)
        if (clause[i]) clause[count++] = clause[i];
    bitblast_clause(f->e->blast, clause, count);
    f->count++;
}

/* w -rf-> r -po-> w' -rf-> r' -po-> w */
static void read_cycles(finder_t *f, const order_source_t *s) {
    for (const order_source_t *o = f->e->sources.data; o < s && goes_on(f); o++)
        if (before(f, o->read, s->write) && before(f, s->read, o->write) &&
            node_of(f, o->read) != node_of(f, s->read))
            add(f, -s->literal, -o->literal, 0);
}

/* Is there a path by one other read-from? Its literal, 0: none. */
static int path_by(const finder_t *f, uint32_t from, uint32_t to, const order_source_t *by) {
    bool starts = from == by->write || before(f, from, by->write);
    bool ends = to == by->read || before(f, by->read, to);
    return starts && ends ? by->literal : 0;
}

/* w' comes before r and after w: it would be read. */
static void overwrites(finder_t *f, const order_source_t *s, uint32_t other) {
    const order_event_t *w = &f->e->u->events.data[other];
    int guard = term_is_true(w->guard) ? 0 : -bitblast_literal(f->e->blast, w->guard);
    bool first = before(f, s->write, other), second = before(f, other, s->read);
    if (first && second) {
        add(f, -s->literal, guard, 0);
        return;
    }
    if (!first && !second) return;
    for (size_t i = 0; i < f->e->sources.len && goes_on(f); i++) {
        const order_source_t *by = &f->e->sources.data[i];
        if (by == s) continue;
        int literal = first ? path_by(f, other, s->read, by) : path_by(f, s->write, other, by);
        if (literal) add(f, -s->literal, -literal, guard);
    }
}

uint64_t encoding_add_conflicts(encoding_t *e, effort_t *effort) {
    finder_t f = {.e = e, .effort = effort};
    for (size_t i = 0; i < e->sources.len && goes_on(&f); i++) read_cycles(&f, &e->sources.data[i]);
    /* Writes of the same location. */
    VEC(uint32_t) first = {0}, next = {0};
    for (size_t l = 0; l < e->u->locations.len; l++) VEC_PUSH(first, ORDER_NONE);
    for (size_t i = 0; i < e->u->events.len; i++) {
        const order_event_t *event = &e->u->events.data[i];
        bool is_write = event->is_write && !term_is_false(event->guard);
        VEC_PUSH(next, is_write ? first.data[event->location] : ORDER_NONE);
        if (is_write) first.data[event->location] = (uint32_t)i;
    }
    for (size_t i = 0; i < e->sources.len && goes_on(&f); i++) {
        const order_source_t *s = &e->sources.data[i];
        uint32_t location = e->u->events.data[s->read].location;
        for (uint32_t w = first.data[location]; w != ORDER_NONE && goes_on(&f); w = next.data[w])
            if (w != s->write) overwrites(&f, s, w);
    }
    VEC_FREE(first);
    VEC_FREE(next);
    return f.count;
}
