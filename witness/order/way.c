#include "witness/order/way.h"

#include "witness/order/events.h"

#include <string.h>

way_t *way_new(terms_t *terms) {
    way_t *way = mem_zalloc(sizeof *way);
    way->guard = term_true(terms);
    way->section = way->last = EVENTS_NONE;
    way->state.memory_is_initial = true;
    return way;
}

#define COPY_VEC(to, from)                                                                         \
    do {                                                                                           \
        VEC_RESERVE(to, (from).len);                                                               \
        if ((from).len) memcpy((to).data, (from).data, (from).len * sizeof *(from).data);          \
        (to).len = (from).len;                                                                     \
    } while (0)

way_t *way_copy(const way_t *way) {
    way_t *copy = mem_zalloc(sizeof *copy);
    sem_state_copy(&copy->state, &way->state);
    COPY_VEC(copy->frames, way->frames);
    COPY_VEC(copy->frame_loops, way->frame_loops);
    COPY_VEC(copy->loops, way->loops);
    COPY_VEC(copy->conditions, way->conditions);
    COPY_VEC(copy->held, way->held);
    copy->guard = way->guard;
    copy->is_alone = way->is_alone;
    copy->section = way->section;
    copy->depth = way->depth;
    copy->last = way->last;
    return copy;
}

void way_delete(way_t *way) {
    if (!way) return;
    sem_state_free(&way->state);
    VEC_FREE(way->frames);
    VEC_FREE(way->frame_loops);
    VEC_FREE(way->loops);
    VEC_FREE(way->conditions);
    VEC_FREE(way->held);
    mem_free(way);
}

void way_require(way_t *way, terms_t *terms, const term_t *condition) {
    if (term_is_true(condition)) return;
    VEC_PUSH(way->conditions, condition);
    way->guard = term_and(terms, way->guard, condition);
}

/* Loops. */

static void enter_loops(way_t *way, const nest_t *nest, const node_t *node) {
    size_t bottom = VEC_TOP(way->frame_loops);
    const nest_loop_t *known = way->loops.len > bottom ? VEC_TOP(way->loops).loop : NULL;
    size_t first = way->loops.len;
    for (const nest_loop_t *l = nest->inside[node->id]; l != known; l = l->outer)
        VEC_PUSH(way->loops, (way_loop_t){.loop = l});
    for (size_t i = first, k = way->loops.len; i + 1 < k; i++) { /* the outer ones first */
        way_loop_t other = way->loops.data[--k];
        way->loops.data[k] = way->loops.data[i];
        way->loops.data[i] = other;
    }
}

void way_enter(way_t *way, const nest_t *nest, frame_t frame) {
    VEC_PUSH(way->frames, frame);
    VEC_PUSH(way->frame_loops, (uint32_t)way->loops.len);
    enter_loops(way, nest, frame.node);
}

void way_move(way_t *way, const nest_t *nest, const node_t *to) {
    size_t bottom = VEC_TOP(way->frame_loops);
    VEC_TOP(way->frames).node = to;
    while (way->loops.len > bottom && !nest_contains(nest, VEC_TOP(way->loops).loop, to))
        way->loops.len--;
    /* Who was inside and comes to the head has gone round. */
    if (way->loops.len > bottom && VEC_TOP(way->loops).loop->head == to)
        VEC_TOP(way->loops).round++;
    enter_loops(way, nest, to);
}

way_loop_t *way_at_head(way_t *way) {
    if (way->loops.len == VEC_TOP(way->frame_loops)) return NULL;
    way_loop_t *inner = &VEC_TOP(way->loops);
    return inner->loop->head == way_top(way)->node ? inner : NULL;
}

/* Order. */

static const node_t *position(const way_t *way, size_t depth) {
    bool is_top = depth + 1 == way->frames.len;
    return is_top ? way->frames.data[depth].node : way->frames.data[depth + 1].call->from;
}

static size_t loops_end(const way_t *way, size_t depth) {
    return depth + 1 == way->frames.len ? way->loops.len : way->frame_loops.data[depth + 1];
}

static int compare_frames(const nest_t *nest, const way_t *a, const way_t *b, size_t depth) {
    size_t i = a->frame_loops.data[depth], k = b->frame_loops.data[depth];
    for (; i < loops_end(a, depth) && k < loops_end(b, depth); i++, k++) {
        const way_loop_t *x = &a->loops.data[i], *y = &b->loops.data[k];
        if (x->loop != y->loop) break;
        if (x->round != y->round) return x->round < y->round ? -1 : 1;
    }
    uint32_t x = nest->number[position(a, depth)->id], y = nest->number[position(b, depth)->id];
    return x < y ? -1 : x > y;
}

int way_compare(const nest_t *nest, const way_t *a, const way_t *b) {
    for (size_t d = 0; d < a->frames.len && d < b->frames.len; d++) {
        int order = compare_frames(nest, a, b, d);
        if (order) return order;
        if (a->frames.data[d].call != b->frames.data[d].call)
            return a->frames.data[d].call->id < b->frames.data[d].call->id ? -1 : 1;
    }
    return a->frames.len < b->frames.len ? -1 : a->frames.len > b->frames.len;
}

/* Merging. */

bool way_fits(const way_t *a, const way_t *b) {
    if (a->is_alone != b->is_alone || a->section != b->section || a->depth != b->depth)
        return false;
    for (size_t i = 0; i < a->loops.len; i++)
        if (a->loops.data[i].visit != b->loops.data[i].visit) return false;
    return true;
}

size_t way_common(const way_t *a, const way_t *b) {
    size_t n = 0;
    while (n < a->conditions.len && n < b->conditions.len &&
           a->conditions.data[n] == b->conditions.data[n])
        n++;
    return n;
}

static const term_t *conjunction(terms_t *terms, const term_vec_t *list, size_t from) {
    return term_and_n(terms, list->data + from, list->len - from);
}

/* All that a has in its store, b has too, afterwards. */
static void enter_variables(semantics_t *s, const way_t *a, way_t *b) {
    for (size_t i = 0; i < a->state.store.len; i++) {
        variable_t variable = a->state.store.data[i].variable;
        bool is_there = i < b->state.store.len && b->state.store.data[i].variable == variable;
        if (is_there || sem_state_find(&b->state, variable)) continue;
        sem_state_set(&b->state, variable, semantics_read(s, &b->state, variable));
    }
}

static void merge_stores(semantics_t *s, way_t *a, way_t *b, const term_t *is_a) {
    terms_t *terms = semantics_terms(s);
    enter_variables(s, a, b);
    enter_variables(s, b, a);
    for (size_t i = 0; i < a->state.store.len; i++) {
        sem_entry_t *x = &a->state.store.data[i], *y = &b->state.store.data[i];
        if (x->value.term == y->value.term && x->value.bits == y->value.bits) continue;
        unsigned width = variable_width(semantics_program(s), x->variable);
        x->value = sem_value_of_term(term_ite(terms, is_a, sem_value_term(terms, x->value, width),
                                              sem_value_term(terms, y->value, width)));
    }
}

bool way_holds(const way_t *way, uint32_t mutex) {
    bool found = false;
    for (size_t i = 0; i < way->held.len && !found; i++) found = way->held.data[i] == mutex;
    return found;
}

void way_release(way_t *way, uint32_t mutex) {
    size_t kept = 0;
    for (size_t i = 0; i < way->held.len; i++)
        if (way->held.data[i] != mutex) way->held.data[kept++] = way->held.data[i];
    way->held.len = kept;
}

/* What both hold. */
static void merge_held(way_t *a, const way_t *b) {
    for (size_t i = a->held.len; i-- > 0;)
        if (!way_holds(b, a->held.data[i])) way_release(a, a->held.data[i]);
}

void way_merge(semantics_t *s, way_t *a, way_t *b) {
    terms_t *terms = semantics_terms(s);
    size_t common = way_common(a, b);
    const term_t *is_a = conjunction(terms, &a->conditions, common);
    const term_t *is_b = conjunction(terms, &b->conditions, common);
    merge_stores(s, a, b, is_a);
    merge_held(a, b);
    a->conditions.len = common;
    a->guard = conjunction(terms, &a->conditions, 0);
    if (is_a != term_not(terms, is_b)) way_require(a, terms, term_or(terms, is_a, is_b));
    if (a->last == EVENTS_NONE || (b->last != EVENTS_NONE && b->last > a->last)) a->last = b->last;
}
