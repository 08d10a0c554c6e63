#include "cpa/composite.h"

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

/* Is one of the thread's steps possible whatever the data? */
static bool is_total(composite_t *composite, const arg_node_t *node, const step_t *steps,
                     size_t count) {
    query_t query = {composite, node->parts};
    const edge_t *edge = steps[0].edge;
    uint64_t truth;
    if (steps[0].assumes) return false;
    if (edge->kind == EDGE_ATOMIC_BEGIN) return !por_section_blocks(composite->por, edge);
    if (edge->kind != EDGE_ASSUME || count > 1) return true;
    return query_parts(&query, node->configuration, steps[0].thread, edge->value, &truth) && truth;
}

/* The steps of the chosen threads only, moved to the front. */
static uint64_t reduce(composite_t *composite, const arg_node_t *node, steps_t *steps) {
    const configuration_t *c = node->configuration;
    query_t query = {composite, node->parts};
    por_thread_t threads[64] = {0};
    bool chosen[64];
    size_t count = 0, at = 0, kept = 0;
    if (c->thread_count > 64) return UINT64_MAX;
    for (uint32_t t = 0; t < c->thread_count; t++) {
        if (c->threads[t].status != THREAD_RUNNING) continue;
        por_thread_t *thread = &threads[count++];
        *thread = (por_thread_t){.thread = t, .steps = &steps->data[at]};
        while (at < steps->len && steps->data[at].thread == t) at++, thread->step_count++;
        if (thread->step_count) {
            thread->is_total = is_total(composite, node, thread->steps, thread->step_count);
        } else {
            const thread_t *blocked = &c->threads[t];
            const node_t *where = blocked->frames[blocked->frame_count - 1].node;
            if (where->out.len == 1 && where->out.data[0]->kind == EDGE_THREAD_JOIN)
                thread->knows_operand =
                    query_parts(&query, c, t, where->out.data[0]->value, &thread->operand);
        }
    }
    por_choose(composite->por, c, threads, count, chosen);
    uint64_t explored = 0;
    for (size_t k = 0; k < count; k++) {
        if (!chosen[k] || !threads[k].step_count) continue;
        explored |= UINT64_C(1) << threads[k].thread;
        for (size_t i = 0; i < threads[k].step_count; i++)
            steps->data[kept++] = threads[k].steps[i];
    }
    if (kept == steps->len) return UINT64_MAX;
    steps->len = kept;
    return explored;
}

uint64_t composite_successors(composite_t *composite, const arg_node_t *node, successors_t *out) {
    const configuration_t *c = node->configuration;
    query_t query = {composite, node->parts};
    steps_t *steps = &composite->steps;
    VEC_CLEAR(*steps);
    threading_all_steps(composite->threading, c, query_parts, &query, steps);
    uint64_t explored = composite->por && threading_atomic_thread(c) == UINT32_MAX
                            ? reduce(composite, node, steps)
                            : UINT64_MAX;
    for (size_t i = 0; i < steps->len; i++) {
        successor_t successor = {.step = steps->data[i]};
        extend(composite, node->parts, 0, &successor, out);
    }
    return explored;
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

void composite_describe(composite_t *composite, const arg_node_t *node, const cpa_t *only,
                        description_t *out) {
    VEC_CLEAR(out->bindings);
    out->formula = NULL;
    for (size_t i = 0; i < composite->count; i++) {
        cpa_t *cpa = composite->cpas[i];
        if (only && cpa != only) continue;
        cpa->class->describe(cpa, node->parts[i], node->configuration, out);
    }
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

void composite_delete(composite_t *composite) {
    for (size_t i = 0; i < composite->count; i++)
        composite->cpas[i]->class->destroy(composite->cpas[i]);
    threading_delete(composite->threading);
    por_delete(composite->por);
    VEC_FREE(composite->steps);
    for (size_t i = 0; i < ARG_MAX_PARTS; i++) {
        VEC_FREE(composite->next[i]);
        VEC_FREE(composite->keys[i]);
    }
    *composite = (composite_t){0};
}
