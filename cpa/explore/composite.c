#include "cpa/explore/composite.h"

#include <stdlib.h>

void composite_initial(composite_t *composite, const configuration_t **start, part_t *parts) {
    *start = threading_initial(composite->threading);
    for (size_t i = 0; i < composite->count; i++)
        parts[i] = composite->cpas[i]->class->initial(composite->cpas[i], *start);
}

typedef struct {
    composite_t *composite;
    const part_t *parts;
} query_t;

static bool query_parts(void *context, const configuration_t *where, uint32_t thread,
                        const expr_t *expr, uint64_t *value) {
    const query_t *query = context;
    for (size_t i = 0; i < query->composite->count; i++) {
        cpa_t *cpa = query->composite->cpas[i];
        if (cpa->class->evaluate &&
            cpa->class->evaluate(cpa, query->parts[i], where, thread, expr, value))
            return true;
    }
    return false;
}

bool composite_evaluate(composite_t *composite, const configuration_t *c, const part_t *parts,
                        uint32_t thread, const expr_t *expr, uint64_t *value) {
    query_t query = {composite, parts};
    return query_parts(&query, c, thread, expr, value);
}

/* The product of the successors of each part. */
static void extend(composite_t *composite, const part_t *from, size_t index, successor_t *successor,
                   successors_t *out) {
    if (index == composite->count) {
        for (size_t i = 0; i < composite->count; i++) {
            cpa_t *cpa = composite->cpas[i];
            if (!cpa->class->adjust) continue;
            successor->parts[i] = cpa->class->adjust(cpa, successor->parts[i], &successor->step);
            if (!successor->parts[i]) return;
        }
        VEC_PUSH(*out, *successor);
        return;
    }
    cpa_t *cpa = composite->cpas[index];
    parts_t *next = &composite->next[index];
    VEC_CLEAR(*next);
    cpa->class->transfer(cpa, from[index], &successor->step, next);
    for (size_t i = 0; i < next->len; i++) {
        successor_t branch = *successor;
        branch.parts[index] = next->data[i];
        extend(composite, from, index + 1, &branch, out);
    }
}

/* The steps of a thread as far as the configuration knows them, without those that are taken if
 * there is a fault: a mutex that is held exists. */
static void own_steps(composite_t *composite, const configuration_t *c, const part_t *parts,
                      uint32_t thread) {
    query_t query = {composite, parts};
    size_t kept = 0;
    VEC_CLEAR(composite->steps);
    threading_steps(composite->threading, c, thread, query_parts, &query, &composite->steps);
    for (size_t i = 0; i < composite->steps.len; i++)
        if (!composite->steps.data[i].edge->fault)
            composite->steps.data[kept++] = composite->steps.data[i];
    composite->steps.len = kept;
}

/* What is known of a running thread. Steps are made only where the configuration
 * may forbid them: they are many, and most threads are not chosen. */
static por_thread_t look_at_thread(composite_t *composite, const configuration_t *c,
                                   const part_t *parts, uint32_t t) {
    query_t query = {composite, parts};
    const thread_t *running = &c->threads[t];
    const node_t *node = thread_top(running)->node;
    por_thread_t thread = {.thread = t, .can_move = node->out.len > 0};
    if (!node->out.len) return thread;
    const edge_t *edge = node->out.data[0];
    uint64_t truth;
    switch (edge->kind) {
    case EDGE_THREAD_JOIN:
        thread.knows_operand = query_parts(&query, c, t, edge->value, &thread.operand);
        /* fallthrough */
    case EDGE_LOCK:
    case EDGE_TRYLOCK:
    case EDGE_UNLOCK:
    case EDGE_OWNS:
    case EDGE_JOINABLE:
    case EDGE_THREAD_DETACH:
    case EDGE_HEAP_SIZE:
    case EDGE_FREE:
        own_steps(composite, c, parts, t);
        thread.can_move = composite->steps.len > 0;
        thread.is_total = thread.can_move && !composite->steps.data[0].assumes;
        break;
    case EDGE_ATOMIC_BEGIN:
        thread.is_total = composite->por && !por_section_blocks(composite->por, edge);
        if (!edge->value) break;
        thread.can_move = !query_parts(&query, c, t, edge->value, &truth) || truth;
        thread.is_total =
            thread.is_total && query_parts(&query, c, t, edge->value, &truth) && truth;
        break;
    case EDGE_ASSUME:
        thread.is_total =
            node_ways(node) > 1 || (query_parts(&query, c, t, edge->value, &truth) && truth);
        break;
    default: thread.is_total = true;
    }
    return thread;
}

static void look_at_threads(composite_t *composite, const configuration_t *c, const part_t *parts) {
    VEC_CLEAR(composite->threads);
    for (uint32_t t = 0; t < c->thread_count; t++)
        if (c->threads[t].status == THREAD_RUNNING)
            VEC_PUSH(composite->threads, look_at_thread(composite, c, parts, t));
}

thread_set_t composite_choose(composite_t *composite, const configuration_t *c,
                              const part_t *parts) {
    thread_set_t chosen;
    if (!composite->por || c->thread_count < 2 || c->thread_count > THREAD_SET_MAX ||
        threading_atomic_thread(c) != UINT32_MAX)
        return thread_set_all();
    look_at_threads(composite, c, parts);
    query_t query = {composite, parts};
    bool is_reduced = por_choose(composite->por, c, composite->threads.data, composite->threads.len,
                                 query_parts, &query, &chosen);
    return is_reduced ? chosen : thread_set_all();
}

static void simplify(composite_t *composite, const configuration_t *c, step_t *step) {
    bool needs = composite->cone_is_dynamic
                     ? cone_needs(composite->cone, composite->focus, c, step->edge)
                     : cone_needs_ever(composite->cone, step->edge);
    step->is_simplified = !needs;
    composite->simplified += !needs;
}

void composite_successors(composite_t *composite, const arg_node_t *node, successors_t *out,
                          thread_set_t *threads) {
    steps_t *steps = &composite->steps;
    query_t query = {composite, node->parts};
    *threads = composite_choose(composite, node->configuration, node->parts);
    VEC_CLEAR(*steps);
    threading_steps_of(composite->threading, node->configuration, threads, query_parts, &query,
                       steps);
    for (size_t i = 0; i < steps->len; i++) {
        successor_t successor = {.step = steps->data[i]};
        if (composite->cone) simplify(composite, node->configuration, &successor.step);
        composite->statements++;
        extend(composite, node->parts, 0, &successor, out);
    }
}

static bool waits(composite_t *composite, const configuration_t *c, const part_t *parts,
                  uint32_t t) {
    const thread_t *thread = &c->threads[t];
    const node_t *node = thread_top(thread)->node;
    query_t query = {composite, parts};
    if (node_ways(node) != 1) return false;
    const edge_t *edge = node->out.data[0];
    uint64_t holds;
    switch (edge->kind) {
    case EDGE_LOCK:
    case EDGE_THREAD_JOIN: own_steps(composite, c, parts, t); return composite->steps.len == 0;
    case EDGE_ATOMIC_BEGIN:
        return edge->value && query_parts(&query, c, t, edge->value, &holds) && !holds;
    default: return false;
    }
}

bool composite_is_stuck(composite_t *composite, const configuration_t *c, const part_t *parts) {
    bool some = false;
    if (threading_is_final(c) || threading_atomic_thread(c) != UINT32_MAX) return false;
    for (uint32_t t = 0; t < c->thread_count; t++) {
        if (c->threads[t].status != THREAD_RUNNING) continue;
        if (!waits(composite, c, parts, t)) return false;
        some = true;
    }
    return some;
}

thread_set_t composite_reduction(composite_t *composite, const arg_node_t *node) {
    return composite_choose(composite, node->configuration, node->parts);
}

bool composite_moves_only(composite_t *composite, const configuration_t *c, const part_t *parts,
                          uint32_t thread) {
    for (uint32_t t = 0; t < c->thread_count; t++)
        if (t != thread && c->threads[t].status == THREAD_RUNNING &&
            look_at_thread(composite, c, parts, t).can_move)
            return false;
    return true;
}

static bool holds_mutex(const configuration_t *c, uint32_t thread) {
    for (uint32_t i = 0; i < c->lock_count; i++)
        if (c->locks[i].thread == thread) return true;
    return false;
}

/* May a thread go alone, by the rules of the reduction? */
static bool goes_alone(composite_t *composite, const configuration_t *c, const part_t *parts,
                       uint32_t thread) {
    if (!composite->por) return false;
    por_thread_t look = look_at_thread(composite, c, parts, thread);
    if (por_goes_alone(composite->por, c, &look)) return true;
    if (!holds_mutex(c, thread)) return false;
    query_t query = {composite, parts};
    look_at_threads(composite, c, parts);
    for (size_t i = 0; i < composite->threads.len; i++)
        if (composite->threads.data[i].thread == thread)
            return por_goes_alone_locked(composite->por, c, composite->threads.data,
                                         composite->threads.len, i, query_parts, &query);
    return false;
}

bool composite_thread_successors(composite_t *composite, const configuration_t *c,
                                 const part_t *parts, uint32_t thread, bool is_alone,
                                 successors_t *out) {
    query_t query = {composite, parts};
    steps_t *steps = &composite->steps;
    if (is_alone && !c->threads[thread].atomic_depth && !goes_alone(composite, c, parts, thread))
        return false;
    VEC_CLEAR(*steps);
    threading_thread_steps(composite->threading, c, thread, query_parts, &query, steps);
    for (size_t i = 0; i < steps->len; i++) {
        successor_t successor = {.step = steps->data[i]};
        if (composite->cone) simplify(composite, c, &successor.step);
        composite->statements++;
        extend(composite, parts, 0, &successor, out);
    }
    return true;
}

void composite_note_alone(composite_t *composite, const configuration_t *c, uint32_t thread) {
    /* Inside a section nobody else could move. */
    if (!composite->por || c->threads[thread].atomic_depth) return;
    while (composite->alone.len <= c->id) VEC_PUSH(composite->alone, 0);
    composite->alone.data[c->id] |= UINT64_C(1) << thread;
}

void composite_add_alone(const composite_t *composite, const configuration_t *c,
                         thread_set_t *threads) {
    if (c->id < composite->alone.len) threads->words[0] |= composite->alone.data[c->id];
}

uint64_t composite_merge_key(composite_t *composite, const part_t *parts) {
    uint64_t key = 0;
    bool can_merge = false;
    for (size_t i = 0; i < composite->count; i++) {
        cpa_t *cpa = composite->cpas[i];
        uint64_t own = map64_pointer(parts[i]);
        if (cpa->class->merge_key) {
            own = cpa->class->merge_key(cpa, parts[i]);
            if (!own) return 0;
            can_merge = true;
        }
        key = hash_mix(key, own);
    }
    return can_merge ? key | 1 : 0;
}

uint64_t composite_order(composite_t *composite, const part_t *parts) {
    uint64_t sum = 0;
    for (size_t i = 0; i < composite->count; i++) {
        cpa_t *cpa = composite->cpas[i];
        if (cpa->class->order) sum += cpa->class->order(cpa, parts[i]);
    }
    return sum;
}

void composite_merge(composite_t *composite, const part_t *fresh, part_t *old,
                     const struct term **choice) {
    *choice = NULL;
    for (size_t i = 0; i < composite->count; i++) {
        cpa_t *cpa = composite->cpas[i];
        if (cpa->class->merge) old[i] = cpa->class->merge(cpa, fresh[i], old[i], choice);
    }
}

bool composite_joins_coverage(composite_t *composite, const part_t *parts) {
    for (size_t i = 0; i < composite->count; i++) {
        cpa_t *cpa = composite->cpas[i];
        if (cpa->class->joins_coverage && !cpa->class->joins_coverage(cpa, parts[i])) return false;
    }
    return true;
}

uint64_t composite_cover_key(composite_t *composite, const configuration_t *c,
                             const part_t *parts) {
    uint64_t key = 0;
    for (size_t i = 0; i < composite->count; i++) {
        cpa_t *cpa = composite->cpas[i];
        uint64_t own = 0;
        if (!cpa->class->covers)
            own = map64_pointer(parts[i]);
        else if (cpa->class->cover_key)
            own = cpa->class->cover_key(cpa, c, parts[i]);
        key = hash_mix(key, own);
    }
    return key;
}

static bool covers(composite_t *composite, const arg_node_t *node, const part_t *parts) {
    for (size_t i = 0; i < composite->count; i++) {
        cpa_t *cpa = composite->cpas[i];
        if (node->parts[i] == parts[i]) continue;
        if (!cpa->class->covers ||
            !cpa->class->covers(cpa, node->configuration, node->parts[i], parts[i]))
            return false;
    }
    return true;
}

typedef struct {
    composite_t *composite;
    arg_t *arg;
    const configuration_t *c;
    const part_t *parts;
} search_t;

/* Tries every combination of keys; usually there is one. */
static arg_node_t *search(const search_t *s, size_t index, uint64_t key) {
    if (index == s->composite->count) {
        for (arg_node_t *n = arg_find_cover(s->arg, s->c, key); n; n = n->next_cover)
            if (n->configuration == s->c && covers(s->composite, n, s->parts)) return n;
        return NULL;
    }
    cpa_t *cpa = s->composite->cpas[index];
    if (!cpa->class->cover_keys) {
        uint64_t own = cpa->class->covers ? 0 : map64_pointer(s->parts[index]);
        return search(s, index + 1, hash_mix(key, own));
    }
    parts_t *keys = &s->composite->keys[index];
    arg_node_t *found = NULL;
    VEC_CLEAR(*keys);
    cpa->class->cover_keys(cpa, s->c, s->parts[index], keys);
    for (size_t i = 0; !found && i < keys->len; i++)
        found = search(s, index + 1, hash_mix(key, map64_pointer(keys->data[i])));
    return found;
}

arg_node_t *composite_find_cover(composite_t *composite, arg_t *arg, const configuration_t *c,
                                 const part_t *parts) {
    search_t s = {composite, arg, c, parts};
    return search(&s, 0, 0);
}

/* Guesses that the cover is the state itself. */
void composite_prefetch_cover(composite_t *composite, const arg_t *arg,
                              const successor_t *successor) {
    uint64_t key = 0;
    for (size_t i = 0; i < composite->count; i++) {
        const cpa_class_t *class = composite->cpas[i]->class;
        bool is_one_key = class->covers && !class->cover_key;
        key = hash_mix(key, is_one_key ? 0 : map64_pointer(successor->parts[i]));
    }
    arg_prefetch_cover(arg, successor->step.after, key);
}

bool composite_is_kept(composite_t *composite, const part_t *parts) {
    for (size_t i = 0; i < composite->count; i++) {
        cpa_t *cpa = composite->cpas[i];
        if (cpa->class->is_kept && !cpa->class->is_kept(cpa, parts[i])) return false;
    }
    return true;
}

static int by_variable(const void *a, const void *b) {
    const binding_t *x = a, *y = b;
    return (x->variable > y->variable) - (x->variable < y->variable);
}

void description_sort(description_t *out) {
    bool is_sorted = true;
    for (size_t i = 1; i < out->bindings.len; i++)
        is_sorted &= out->bindings.data[i - 1].variable < out->bindings.data[i].variable;
    if (is_sorted) return;
    qsort(out->bindings.data, out->bindings.len, sizeof *out->bindings.data, by_variable);
    /* Two CPAs may bind the same variable. */
    size_t kept = 1;
    for (size_t i = 1; i < out->bindings.len; i++)
        if (out->bindings.data[i].variable != out->bindings.data[kept - 1].variable)
            out->bindings.data[kept++] = out->bindings.data[i];
    out->bindings.len = kept;
}

void composite_describe(composite_t *composite, const arg_node_t *node, const cpa_t *only,
                        description_t *out) {
    VEC_CLEAR(out->bindings);
    out->formula = NULL;
    for (size_t i = 0; i < composite->count; i++) {
        cpa_t *cpa = composite->cpas[i];
        if (only && cpa != only) continue;
        cpa->class->describe(cpa, node->parts[i], node->configuration, out);
    }
    description_sort(out);
}

void composite_delete(composite_t *composite) {
    for (size_t i = 0; i < composite->count; i++)
        composite->cpas[i]->class->destroy(composite->cpas[i]);
    threading_delete(composite->threading);
    por_delete(composite->por);
    VEC_FREE(composite->steps);
    VEC_FREE(composite->straight);
    VEC_FREE(composite->alone);
    for (size_t i = 0; i < ARG_MAX_PARTS; i++) {
        VEC_FREE(composite->next[i]);
        VEC_FREE(composite->keys[i]);
    }
    focus_delete(composite->focus);
    cone_delete(composite->cone);
    VEC_FREE(composite->threads);
    *composite = (composite_t){0};
}
