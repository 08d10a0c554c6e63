#include "engine/order/encode.h"

#include <stdlib.h>

/* Who may read from whom. A write is left out that comes after the read in any case, or
 * that is overwritten in between in any case; both by the order that always holds. */

enum { INITIAL = UINT32_MAX }; /* in the place of an event: the initial contents */

/* Each pair of a read and a write costs clauses for their values. */
enum { MOST_SOURCES = 400000 };

typedef struct {
    VEC(uint32_t) reads, writes; /* events, in the order of the unwinding */
} location_events_t;

typedef VEC(uint32_t) candidates_t;

bool encoding_event_before(const encoding_t *e, uint32_t a, uint32_t b) {
    const order_event_t *x = &e->u->events.data[a], *y = &e->u->events.data[b];
    return x->node == y->node ? x->position < y->position
                              : theory_before(e->theory, x->node, y->node);
}

static const term_t *write_value(const encoding_t *e, uint32_t write, uint32_t location) {
    return write == INITIAL ? e->u->locations.data[location].initial
                            : e->u->events.data[write].value;
}

static const term_t *write_guard(const encoding_t *e, uint32_t write) {
    return write == INITIAL ? term_true(e->terms) : e->u->events.data[write].guard;
}

/* Writes before the read that happen whenever it does, none before another of them. */
static void list_masks(const encoding_t *e, uint32_t read, const location_events_t *at,
                       candidates_t *masks) {
    const term_t *guard = e->u->events.data[read].guard;
    VEC_CLEAR(*masks);
    for (size_t i = at->writes.len; i-- > 0;) {
        uint32_t write = at->writes.data[i];
        if (!encoding_event_before(e, write, read)) continue;
        bool is_known = false;
        for (size_t k = 0; k < masks->len && !is_known; k++)
            is_known = encoding_event_before(e, write, masks->data[k]);
        if (!is_known && unwinding_implies(e->u, guard, e->u->events.data[write].guard))
            VEC_PUSH(*masks, write);
    }
}

static bool is_masked(const encoding_t *e, uint32_t write, const candidates_t *masks) {
    for (size_t i = 0; i < masks->len; i++)
        if (write == INITIAL ||
            (masks->data[i] != write && encoding_event_before(e, write, masks->data[i])))
            return true;
    return false;
}

/* By the order alone. */
static void list_candidates(const encoding_t *e, uint32_t read, const location_events_t *at,
                            candidates_t *masks, candidates_t *out) {
    VEC_CLEAR(*out);
    list_masks(e, read, at, masks);
    for (size_t i = 0; i <= at->writes.len; i++) {
        uint32_t write = i ? at->writes.data[i - 1] : INITIAL;
        if (write != INITIAL && encoding_event_before(e, read, write)) continue;
        if (!is_masked(e, write, masks)) VEC_PUSH(*out, write);
    }
}

/* The only candidate, if it is one in any case: then the read means its value, and its
 * order needs no look. */
static bool is_settled(const encoding_t *e, uint32_t read, const candidates_t *candidates) {
    if (candidates->len != 1) return false;
    uint32_t write = candidates->data[0];
    if (write == INITIAL) return true;
    return encoding_event_before(e, write, read) &&
           unwinding_implies(e->u, e->u->events.data[read].guard, write_guard(e, write));
}

static int literal(encoding_t *e, const term_t *t) {
    return bitblast_literal(e->blast, t);
}

static void assert_term(encoding_t *e, const term_t *t) {
    int unit = literal(e, t);
    bitblast_clause(e->blast, &unit, 1);
}

/* Threads and their order. */

/* Threads that nothing tells apart: what they do may be exchanged among them. Let them
 * begin in the order in which they are created: of the times at which n of them begin,
 * the k-th is after the creation of at least k. */
static bool are_alike(const unwinding_t *u, uint32_t a, uint32_t b) {
    const order_thread_t *x = &u->threads.data[a], *y = &u->threads.data[b];
    return x->function == y->function && x->argument == y->argument &&
           u->nodes.data[x->creator].thread == u->nodes.data[y->creator].thread;
}

static void add_symmetry(encoding_t *e, const uint32_t *starts) {
    const unwinding_t *u = e->u;
    for (uint32_t t = 2; t < u->threads.len; t++) {
        uint32_t before = t - 1;
        while (before && !are_alike(u, before, t)) before--;
        if (!before) continue;
        /* The first node behind the start, which others see. */
        uint32_t first = starts[before] + 1, second = starts[t] + 1;
        bool is_same = u->threads.data[before].end - first == u->threads.data[t].end - second;
        if (is_same) theory_add_order(e->theory, first, second);
    }
}

static void add_nodes(encoding_t *e, bool is_symmetric) {
    VEC(uint32_t) starts = {0};
    for (size_t t = 0; t <= e->u->threads.len; t++) VEC_PUSH(starts, ORDER_NONE);
    for (size_t i = 0; i < e->u->nodes.len; i++) {
        uint32_t thread = e->u->nodes.data[i].thread;
        uint32_t node = theory_add_node(e->theory, thread);
        if (starts.data[thread] == ORDER_NONE) starts.data[thread] = node;
    }
    for (size_t t = 1; t < e->u->threads.len; t++)
        theory_add_order(e->theory, e->u->threads.data[t].creator, starts.data[t]);
    for (size_t t = 0; t < e->u->threads.len && e->u->last != ORDER_NONE; t++)
        theory_add_order(e->theory, e->u->threads.data[t].end, e->u->last);
    if (is_symmetric) add_symmetry(e, starts.data);
    VEC_FREE(starts);
}

/* Orders that always hold must be there before candidates are looked for. */
static void add_certain_joins(encoding_t *e) {
    for (size_t i = 0; i < e->u->joins.len; i++) {
        const order_join_t *join = &e->u->joins.data[i];
        if (join->is_detach || !join->is_certain) continue;
        for (uint32_t t = 0; t < e->u->threads.len; t++)
            if (term_is_true(order_join_is(e->terms, join, t)) && t != join->thread)
                theory_add_order(e->theory, e->u->threads.data[t].end, join->node);
    }
}

static void add_join_case(encoding_t *e, const order_join_t *join, uint32_t t,
                          const term_t *is_meant) {
    const order_thread_t *thread = &e->u->threads.data[t];
    const term_t *is_done = term_and(e->terms, join->after, is_meant);
    if (join->exit_value && thread->exit_value)
        assert_term(e, term_implies(e->terms, is_done,
                                    term_equal(e->terms, join->exit_value, thread->exit_value)));
    if (!theory_before(e->theory, thread->end, join->node))
        theory_add_edge(e->theory, thread->end, join->node, literal(e, is_done));
}

static void add_join(encoding_t *e, const order_join_t *join) {
    const term_t *some = term_false(e->terms);
    for (uint32_t t = 0; t < e->u->threads.len; t++) {
        const term_t *is_meant = order_join_is(e->terms, join, t);
        if (t == join->thread || term_is_false(is_meant)) continue;
        add_join_case(e, join, t, is_meant);
        some = term_or(e->terms, some, term_and(e->terms, is_meant, e->u->threads.data[t].ended));
    }
    assert_term(e, term_implies(e->terms, join->after, some));
}

/* Targets: the program must not have ended before. */

static void add_target_orders(encoding_t *e, const order_target_t *target, int is_reached) {
    for (size_t i = 0; i < e->u->exits.len; i++) {
        const order_exit_t *exit = &e->u->exits.data[i];
        if (e->u->nodes.data[exit->node].thread == e->u->nodes.data[target->node].thread) continue;
        if (theory_before(e->theory, target->node, exit->node)) continue;
        int both = bitblast_and(e->blast, is_reached, literal(e, exit->guard));
        if (both == -bitblast_true(e->blast)) continue;
        theory_add_edge(e->theory, target->node, exit->node, both);
    }
}

static void add_targets(encoding_t *e) {
    for (uint32_t kind = 0; kind < TARGET_KIND_COUNT; kind++) {
        theory_literals_t some = {0};
        for (size_t i = 0; i < e->u->targets.len; i++) {
            const order_target_t *target = &e->u->targets.data[i];
            if (target->kind != kind) continue;
            int is_reached = literal(e, target->guard);
            if (kind != TARGET_STUCK) add_target_orders(e, target, is_reached);
            VEC_PUSH(some, is_reached);
        }
        if (some.len) e->targets[kind] = bitblast_or_n(e->blast, some.data, some.len);
        VEC_FREE(some);
    }
}

/* Reads and writes. */

static int happens(encoding_t *e, const term_t *guard) {
    return term_is_true(guard) ? 0 : literal(e, guard);
}

static uint32_t theory_write_of(encoding_t *e, uint32_t write, uint32_t location) {
    uint32_t *number =
        write == INITIAL ? &e->initial_numbers.data[location] : &e->write_numbers.data[write];
    if (*number != ORDER_NONE) return *number;
    const order_event_t *w = write == INITIAL ? NULL : &e->u->events.data[write];
    *number = theory_add_write(e->theory, location, w ? w->node : 0, w ? w->position + 1 : 0,
                               w ? happens(e, w->guard) : 0);
    return *number;
}

static void add_source(encoding_t *e, uint32_t read, uint32_t write) {
    const order_event_t *r = &e->u->events.data[read];
    uint32_t number = theory_write_of(e, write, r->location);
    int source = bitblast_fresh(e->blast);
    int read_too[] = {-source, literal(e, r->guard)};
    int write_too[] = {-source, literal(e, write_guard(e, write))};
    bitblast_clause(e->blast, read_too, 2);
    bitblast_clause(e->blast, write_too, 2);
    bitblast_equal_if(e->blast, source, r->value, write_value(e, write, r->location));
    theory_add_source(e->theory, number, r->node, r->position + 1, source);
    VEC_PUSH(e->sources, (order_source_t){read, write, number, source});
}

static void add_read(encoding_t *e, uint32_t read, const candidates_t *candidates) {
    const order_event_t *r = &e->u->events.data[read];
    theory_literals_t some = {0};
    for (size_t i = 0; i < candidates->len; i++) {
        const term_t *value = write_value(e, candidates->data[i], r->location);
        if (term_is_false(term_equal(e->terms, r->value, value))) continue;
        add_source(e, read, candidates->data[i]);
        VEC_PUSH(some, VEC_TOP(e->sources).literal);
    }
    VEC_PUSH(some, -literal(e, r->guard));
    bitblast_clause(e->blast, some.data, some.len);
    VEC_FREE(some);
}

/* Every two writes in one order, or the other. */
static void add_serialisation(encoding_t *e, const location_events_t *at) {
    for (size_t i = 0; i < at->writes.len; i++)
        for (size_t k = 0; k < i; k++) {
            uint32_t a = at->writes.data[k], b = at->writes.data[i];
            const order_event_t *x = &e->u->events.data[a], *y = &e->u->events.data[b];
            if (encoding_event_before(e, a, b) || encoding_event_before(e, b, a)) continue;
            int forth = bitblast_fresh(e->blast), back = bitblast_fresh(e->blast);
            int clause[] = {forth, back, -literal(e, x->guard), -literal(e, y->guard)};
            bitblast_clause(e->blast, clause, 4);
            theory_add_edge(e->theory, x->node, y->node, forth);
            theory_add_edge(e->theory, y->node, x->node, back);
        }
}

static location_events_t *events_by_location(const encoding_t *e) {
    location_events_t *at = mem_zalloc((e->u->locations.len + 1) * sizeof *at);
    for (uint32_t i = 0; i < e->u->events.len; i++) {
        const order_event_t *event = &e->u->events.data[i];
        if (term_is_false(event->guard)) continue;
        if (event->is_write)
            VEC_PUSH(at[event->location].writes, i);
        else
            VEC_PUSH(at[event->location].reads, i);
    }
    return at;
}

/* A read that can only come from one write means what that wrote. */
static void define_read(encoding_t *e, uint32_t read, uint32_t write) {
    const order_event_t *r = &e->u->events.data[read];
    e->fixed.data[read] = write;
    e->is_fixed.data[read] = true;
    if (r->value->kind == TERM_SYMBOL)
        bitblast_define(e->blast, r->value, write_value(e, write, r->location));
}

static void add_fixed_read(encoding_t *e, uint32_t read) {
    const order_event_t *r = &e->u->events.data[read];
    const term_t *value = write_value(e, e->fixed.data[read], r->location);
    if (r->value->kind != TERM_SYMBOL)
        assert_term(e, term_implies(e->terms, r->guard, term_equal(e->terms, r->value, value)));
}

/* All candidates first: reads that are settled are meanings of symbols, and those must
 * be known before the symbols occur. */
static void add_events(encoding_t *e, effort_t *effort) {
    location_events_t *at = events_by_location(e);
    candidates_t *of_read = mem_zalloc((e->u->events.len + 1) * sizeof *of_read), masks = {0};
    for (size_t l = 0; l < e->u->locations.len; l++)
        for (size_t i = 0; i < at[l].reads.len; i++) {
            uint32_t read = at[l].reads.data[i];
            list_candidates(e, read, &at[l], &masks, &of_read[read]);
            if (is_settled(e, read, &of_read[read])) define_read(e, read, of_read[read].data[0]);
        }
    for (uint32_t i = 0; i < e->u->events.len; i++) {
        const order_event_t *event = &e->u->events.data[i];
        e->is_too_large |=
            e->sources.len > MOST_SOURCES || effort_ends(effort, 1 + of_read[i].len, NULL);
        if (e->is_too_large) break;
        if (e->is_fixed.data[i])
            add_fixed_read(e, i);
        else if (!event->is_write && !term_is_false(event->guard))
            add_read(e, i, &of_read[i]);
    }
    for (uint32_t i = 0; i < e->u->events.len; i++) VEC_FREE(of_read[i]);
    /* Writes that nobody reads from may still come in between. */
    for (size_t l = 0; l < e->u->locations.len; l++) {
        for (size_t i = 0; i < at[l].writes.len && at[l].reads.len; i++)
            theory_write_of(e, at[l].writes.data[i], (uint32_t)l);
        if (e->is_serial && at[l].reads.len) add_serialisation(e, &at[l]);
        VEC_FREE(at[l].reads);
        VEC_FREE(at[l].writes);
    }
    VEC_FREE(masks);
    mem_free(of_read);
    mem_free(at);
}

encoding_t *encoding_new(unwinding_t *u, const encode_options_t *options) {
    encoding_t *e = mem_zalloc(sizeof *e);
    e->u = u;
    e->terms = u->terms;
    e->is_serial = options->is_serial;
    e->sat = sat_new(options->solver);
    e->blast = bitblast_new(u->terms, e->sat);
    bitblast_use_floats(e->blast, options->floats);
    e->theory = theory_new((uint32_t)u->threads.len + (u->last != ORDER_NONE));
    for (size_t i = 0; i < u->events.len; i++) {
        VEC_PUSH(e->write_numbers, ORDER_NONE);
        VEC_PUSH(e->fixed, ORDER_NONE);
        VEC_PUSH(e->is_fixed, false);
    }
    for (size_t i = 0; i < u->locations.len; i++) VEC_PUSH(e->initial_numbers, ORDER_NONE);
    add_nodes(e, options->is_symmetric);
    add_certain_joins(e);
    add_events(e, options->effort);
    if (e->is_too_large) return e;
    for (size_t i = 0; i < u->facts.len; i++) assert_term(e, u->facts.data[i]);
    for (size_t i = 0; i < u->joins.len; i++)
        if (!u->joins.data[i].is_detach) add_join(e, &u->joins.data[i]);
    add_targets(e);
    double start = stats_now();
    if (options->has_conflicts) e->conflicts = encoding_add_conflicts(e, options->effort);
    e->seconds_conflicts = stats_now() - start;
    if (options->has_clocks) encoding_add_clocks(e);
    return e;
}

void encoding_delete(encoding_t *e) {
    if (!e) return;
    sat_delete(e->sat); /* it still talks to the theory when it is disconnected */
    theory_delete(e->theory);
    bitblast_delete(e->blast);
    VEC_FREE(e->write_numbers);
    VEC_FREE(e->initial_numbers);
    VEC_FREE(e->sources);
    VEC_FREE(e->fixed);
    VEC_FREE(e->is_fixed);
    mem_free(e->clocks);
    mem_free(e);
}
