#include "engine/order/schedule.h"

#include <stdlib.h>

/* Linearisation. The orders of the model say what comes before what. Among the nodes
 * that may come next, those wait that would overwrite what somebody has yet to read. */

typedef struct {
    encoding_t *e;
    uint32_t target;
    VEC(uint32_t) chain_nodes; /* all nodes by thread; start of each in first */
    VEC(uint32_t) first, next, end;
    VEC(uint32_t) readers;  /* per location: reads to come of what is there */
    VEC(uint32_t) read_from; /* per event: reads of this write to come, in other nodes */
    uint32_t *initial_reads; /* per location */
    bool *is_counted;        /* per event: a read of those above */
    VEC(uint32_t) node_events, node_first; /* events of each node */
} linear_t;

static bool holds(encoding_t *e, const term_t *t) {
    return bitblast_value(e->blast, t);
}

/* Puts the whole model into the theory. */
static bool assign_model(encoding_t *e) {
    theory_literals_t variables = {0}, literals = {0};
    theory_backtrack(e->theory, 0);
    theory_new_level(e->theory);
    theory_variables(e->theory, &variables);
    for (size_t i = 0; i < variables.len; i++)
        VEC_PUSH(literals,
                 sat_value(e->sat, variables.data[i]) ? variables.data[i] : -variables.data[i]);
    bool is_consistent = theory_assign(e->theory, literals.data, literals.len);
    VEC_FREE(variables);
    VEC_FREE(literals);
    return is_consistent;
}

static void list_nodes(linear_t *l) {
    const unwinding_t *u = l->e->u;
    for (uint32_t t = 0; t < u->threads.len; t++) {
        VEC_PUSH(l->first, (uint32_t)l->chain_nodes.len);
        for (uint32_t n = 0; n < u->nodes.len; n++)
            if (u->nodes.data[n].thread == t && theory_before(l->e->theory, n, l->target))
                VEC_PUSH(l->chain_nodes, n);
        VEC_PUSH(l->next, l->first.data[t]);
        VEC_PUSH(l->end, (uint32_t)l->chain_nodes.len);
    }
}

static void list_events(linear_t *l) {
    const unwinding_t *u = l->e->u;
    VEC(uint32_t) count = {0};
    for (size_t n = 0; n <= u->nodes.len; n++) VEC_PUSH(count, 0);
    for (size_t i = 0; i < u->events.len; i++) count.data[u->events.data[i].node + 1]++;
    for (size_t n = 1; n <= u->nodes.len; n++) count.data[n] += count.data[n - 1];
    for (size_t n = 0; n <= u->nodes.len; n++) VEC_PUSH(l->node_first, count.data[n]);
    for (size_t i = 0; i < u->events.len; i++) VEC_PUSH(l->node_events, 0);
    for (uint32_t i = 0; i < u->events.len; i++)
        l->node_events.data[count.data[u->events.data[i].node]++] = i;
    VEC_FREE(count);
}

static bool happens(linear_t *l, uint32_t event) {
    return holds(l->e, l->e->u->events.data[event].guard);
}

static bool is_inside(const linear_t *l, uint32_t node) {
    return theory_before(l->e->theory, node, l->target);
}

/* Reads that come from each write, where write and read are not in one node. */
static void count_read(linear_t *l, uint32_t read, uint32_t write) {
    const order_event_t *r = &l->e->u->events.data[read];
    if (!is_inside(l, r->node) || !happens(l, read)) return;
    if (write != UINT32_MAX && l->e->u->events.data[write].node == r->node) return;
    l->is_counted[read] = true;
    ++*(write == UINT32_MAX ? &l->initial_reads[r->location] : &l->read_from.data[write]);
}

static void count_reads(linear_t *l) {
    encoding_t *e = l->e;
    l->is_counted = mem_zalloc((e->u->events.len + 1) * sizeof *l->is_counted);
    l->initial_reads = mem_zalloc((e->u->locations.len + 1) * sizeof *l->initial_reads);
    for (size_t i = 0; i < e->u->events.len; i++) VEC_PUSH(l->read_from, 0);
    for (size_t i = 0; i < e->sources.len; i++)
        if (sat_value(e->sat, e->sources.data[i].literal))
            count_read(l, e->sources.data[i].read, e->sources.data[i].write);
    for (uint32_t i = 0; i < e->u->events.len; i++)
        if (e->is_fixed.data[i]) count_read(l, i, e->fixed.data[i]);
    for (size_t i = 0; i < e->u->locations.len; i++) VEC_PUSH(l->readers, l->initial_reads[i]);
}

/* Have all nodes that must come before it come? */
static bool is_ready(const linear_t *l, uint32_t node) {
    for (size_t t = 0; t < l->next.len; t++) {
        if (l->next.data[t] == l->end.data[t]) continue;
        uint32_t other = l->chain_nodes.data[l->next.data[t]];
        if (other != node && theory_before(l->e->theory, other, node)) return false;
    }
    return true;
}

/* Reads of the location in this node, of what was there before it. */
static uint32_t own_reads(const linear_t *l, uint32_t node, uint32_t location) {
    uint32_t count = 0;
    for (uint32_t i = l->node_first.data[node]; i < l->node_first.data[node + 1]; i++) {
        uint32_t number = l->node_events.data[i];
        if (l->e->u->events.data[number].location == location && l->is_counted[number]) count++;
    }
    return count;
}

/* Would it overwrite what is yet to be read by others? */
static bool overwrites(linear_t *l, uint32_t node) {
    for (uint32_t i = l->node_first.data[node]; i < l->node_first.data[node + 1]; i++) {
        uint32_t number = l->node_events.data[i];
        const order_event_t *event = &l->e->u->events.data[number];
        if (!event->is_write || !happens(l, number)) continue;
        if (l->readers.data[event->location] > own_reads(l, node, event->location)) return true;
    }
    return false;
}

static void make(linear_t *l, uint32_t node) {
    for (uint32_t i = l->node_first.data[node]; i < l->node_first.data[node + 1]; i++) {
        uint32_t number = l->node_events.data[i];
        const order_event_t *event = &l->e->u->events.data[number];
        if (!happens(l, number)) continue;
        uint32_t *readers = &l->readers.data[event->location];
        if (event->is_write)
            *readers = l->read_from.data[number];
        else if (l->is_counted[number] && *readers)
            --*readers;
    }
}

static bool step(linear_t *l, uint32_t *thread, schedule_t *out) {
    for (size_t k = 0; k < l->next.len; k++) {
        uint32_t t = (uint32_t)((*thread + k) % l->next.len);
        if (l->next.data[t] == l->end.data[t]) continue;
        uint32_t node = l->chain_nodes.data[l->next.data[t]];
        if (!is_ready(l, node) || overwrites(l, node)) continue;
        make(l, node);
        l->next.data[t]++;
        *thread = t;
        VEC_PUSH(*out, node);
        return true;
    }
    return false;
}

/* Where every node has a number, that is the order. */

typedef struct {
    uint64_t clock;
    uint32_t node;
} clocked_t;

static int by_clock(const void *a, const void *b) {
    const clocked_t *x = a, *y = b;
    if (x->clock != y->clock) return x->clock < y->clock ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

static void find_by_clocks(encoding_t *e, const order_target_t *target, schedule_t *out) {
    uint64_t end = bitblast_value(e->blast, e->clocks[target->node]);
    VEC(clocked_t) nodes = {0};
    for (uint32_t n = 0; n < e->u->nodes.len; n++) {
        clocked_t node = {bitblast_value(e->blast, e->clocks[n]), n};
        if (node.clock <= end) VEC_PUSH(nodes, node);
    }
    qsort(nodes.data, nodes.len, sizeof *nodes.data, by_clock);
    for (size_t i = 0; i < nodes.len; i++) VEC_PUSH(*out, nodes.data[i].node);
    VEC_FREE(nodes);
}

bool schedule_find(encoding_t *e, const order_target_t *target, schedule_t *out) {
    linear_t l = {.e = e, .target = target->node};
    VEC_CLEAR(*out);
    bitblast_new_model(e->blast);
    if (e->clocks) {
        find_by_clocks(e, target, out);
        return true;
    }
    bool is_found = assign_model(e);
    if (is_found) {
        list_nodes(&l);
        list_events(&l);
        count_reads(&l);
        for (uint32_t thread = 0; out->len < l.chain_nodes.len && is_found;)
            is_found = step(&l, &thread, out);
    }
    VEC_FREE(l.chain_nodes);
    VEC_FREE(l.first);
    VEC_FREE(l.next);
    VEC_FREE(l.end);
    VEC_FREE(l.readers);
    VEC_FREE(l.read_from);
    VEC_FREE(l.node_events);
    VEC_FREE(l.node_first);
    mem_free(l.initial_reads);
    mem_free(l.is_counted);
    return is_found;
}

/* The trace. Steps that others do not see come right before the next one of their
 * thread that they do. */

typedef struct {
    encoding_t *e;
    trace_t *trace;
    VEC(uint32_t) cursor; /* per thread: steps done */
    VEC(uint32_t) number; /* per thread: as the semantics counts */
    VEC(bool) is_used;    /* per number */
    VEC(bool) is_detached, has_ended;
    order_input_t *inputs; /* sorted by thread and step */
    bool is_over;
} writer_t;

static int by_step(const void *a, const void *b) {
    const order_input_t *x = a, *y = b;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    return x->step < y->step ? -1 : x->step > y->step;
}

static void write_inputs(writer_t *w, uint32_t thread, uint32_t step) {
    const unwinding_t *u = w->e->u;
    order_input_t key = {.thread = thread, .step = step};
    if (!u->inputs.len) return;
    const order_input_t *found = bsearch(&key, w->inputs, u->inputs.len, sizeof key, by_step);
    if (!found) return;
    while (found > w->inputs && !by_step(found - 1, &key)) found--;
    for (; found < w->inputs + u->inputs.len && !by_step(found, &key); found++)
        VEC_PUSH(w->trace->inputs,
                 (trace_input_t){.step = (uint32_t)w->trace->steps.len - 1,
                                 .offset = found->offset,
                                 .value = bitblast_value(w->e->blast, found->value)});
}

/* A new thread gets the lowest number that is free. */
static void start_thread(writer_t *w, uint32_t thread) {
    uint32_t number = 1;
    while (number < w->is_used.len && w->is_used.data[number]) number++;
    while (w->is_used.len <= number) VEC_PUSH(w->is_used, false);
    w->is_used.data[number] = true;
    w->number.data[thread] = number;
}

static void free_number(writer_t *w, uint32_t thread) {
    w->is_used.data[w->number.data[thread]] = false;
}

static void end_thread(writer_t *w, uint32_t thread) {
    w->has_ended.data[thread] = true;
    if (thread && w->is_detached.data[thread]) free_number(w, thread);
}

static void join_thread(writer_t *w, const order_join_t *join) {
    uint64_t thread = bitblast_value(w->e->blast, join->value);
    if (thread >= w->e->u->threads.len) return;
    if (join->is_detach) w->is_detached.data[thread] = true;
    if (!join->is_detach || w->has_ended.data[thread]) free_number(w, (uint32_t)thread);
}

static void write_step(writer_t *w, uint32_t thread, uint32_t index) {
    const order_step_t *step = &w->e->u->threads.data[thread].steps.data[index];
    VEC_PUSH(w->trace->steps, (trace_step_t){w->number.data[thread], step->edge});
    write_inputs(w, thread, index);
    switch (step->edge->kind) {
    case EDGE_THREAD_CREATE: start_thread(w, step->other); break;
    case EDGE_THREAD_JOIN:
    case EDGE_THREAD_DETACH: join_thread(w, &w->e->u->joins.data[step->other]); break;
    case EDGE_ERROR: w->is_over = true; break;
    default: break;
    }
}

static void write_node(writer_t *w, uint32_t node) {
    if (node == w->e->u->last) return;
    uint32_t thread = w->e->u->nodes.data[node].thread;
    const order_thread_t *t = &w->e->u->threads.data[thread];
    uint32_t from = w->cursor.data[thread], to = from;
    for (uint32_t i = from; i < t->steps.len; i++)
        if ((t->steps.data[i].node == node || node == t->end) &&
            holds(w->e, t->steps.data[i].guard))
            to = i + 1;
    for (uint32_t i = from; i < to && !w->is_over; i++)
        if (holds(w->e, t->steps.data[i].guard)) write_step(w, thread, i);
    w->cursor.data[thread] = to;
    if (node == t->end && holds(w->e, t->ended)) end_thread(w, thread);
}

void schedule_trace(encoding_t *e, const schedule_t *schedule, trace_t *trace) {
    writer_t w = {.e = e, .trace = trace};
    const unwinding_t *u = e->u;
    for (size_t t = 0; t < u->threads.len; t++) {
        VEC_PUSH(w.cursor, 0);
        VEC_PUSH(w.number, 0);
        VEC_PUSH(w.is_detached, false);
        VEC_PUSH(w.has_ended, false);
    }
    w.inputs = mem_alloc((u->inputs.len + 1) * sizeof *w.inputs);
    for (size_t i = 0; i < u->inputs.len; i++) w.inputs[i] = u->inputs.data[i];
    qsort(w.inputs, u->inputs.len, sizeof *w.inputs, by_step);
    for (size_t i = 0; i < schedule->len && !w.is_over; i++) write_node(&w, schedule->data[i]);
    for (size_t i = 0; i < u->unknown.len; i++)
        VEC_PUSH(trace->memory,
                 (trace_memory_t){.address = u->unknown.data[i].address,
                                  .size = u->unknown.data[i].size,
                                  .value = bitblast_value(e->blast, u->unknown.data[i].value)});
    VEC_FREE(w.cursor);
    VEC_FREE(w.number);
    VEC_FREE(w.is_used);
    VEC_FREE(w.is_detached);
    VEC_FREE(w.has_ended);
    mem_free(w.inputs);
}
