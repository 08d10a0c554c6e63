#include "engine/boolean/fixpoint.h"

#include <stdlib.h>

typedef struct writer {
    const aig_t *aig;
    terms_t *terms;
    const term_t **known; /* per node */
    numbers_t stack;
} writer_t;

static const term_t *literal_term(const writer_t *w, aig_lit_t literal) {
    const term_t *t = w->known[aig_node(literal)];
    return literal & 1 ? term_not(w->terms, t) : t;
}

static const term_t *term_of(writer_t *w, aig_lit_t literal) {
    const sort_t truth = {.kind = SORT_BOOL};
    VEC_CLEAR(w->stack);
    VEC_PUSH(w->stack, aig_node(literal));
    while (w->stack.len) {
        uint32_t node = VEC_TOP(w->stack);
        aig_lit_t a, b;
        if (w->known[node]) {
            w->stack.len--;
            continue;
        }
        if (aig_is_input(w->aig, node)) {
            w->known[node] = term_symbol(w->terms, truth, node, FIXPOINT_CHOICE);
            continue;
        }
        aig_operands(w->aig, node, &a, &b);
        const term_t *x = w->known[aig_node(a)], *y = w->known[aig_node(b)];
        if (!x) VEC_PUSH(w->stack, aig_node(a));
        if (!y) VEC_PUSH(w->stack, aig_node(b));
        if (x && y) w->known[node] = term_and(w->terms, literal_term(w, a), literal_term(w, b));
    }
    return literal_term(w, literal);
}

/* Where a state that was made came to in the end; false: it stands for nothing. */
static bool destination(const bstate_t *state, fixpoint_hint_t *hint, arena_t *arena) {
    VEC(uint64_t) constants = {0};
    while (state->is_merged) {
        uint64_t tag = aig_node(state->into->is_from);
        VEC_PUSH(constants, 2 * tag + state->is_first);
        state = state->into;
    }
    if (state->into) state = state->into;
    uint64_t *copy = ARENA_ARRAY(arena, uint64_t, constants.len + 1);
    for (size_t i = 0; i < constants.len; i++) copy[i] = constants.data[i];
    hint->state = state->id;
    hint->constants = copy;
    hint->constant_count = constants.len;
    VEC_FREE(constants);
    return state->id != UINT32_MAX;
}

static int by_step(const void *a, const void *b) {
    const fixpoint_hint_t *x = a, *y = b;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    return x->step < y->step ? -1 : x->step > y->step;
}

static void write_hints(arena_t *arena, const bstate_t *from, fixpoint_state_t *to) {
    size_t count = 0;
    for (const bstate_t *s = from->last; s; s = s->sibling) count++;
    fixpoint_hint_t *hints = ARENA_ARRAY(arena, fixpoint_hint_t, count + 1);
    count = 0;
    for (const bstate_t *s = from->last; s; s = s->sibling) {
        hints[count] = (fixpoint_hint_t){.thread = s->move.thread,
                                         .step = s->move.step->id,
                                         .first_choice = aig_node(s->move.first_choice)};
        count += destination(s, &hints[count], arena);
    }
    qsort(hints, count, sizeof *hints, by_step);
    to->hints = hints;
    to->hint_count = count;
}

static void write_state(writer_t *w, arena_t *arena, const bstate_t *from, fixpoint_state_t *to) {
    const bnode_t **nodes = ARENA_ARRAY(arena, const bnode_t *, from->thread_count + 1);
    const term_t **values = ARENA_ARRAY(arena, const term_t *, from->value_count + 1);
    size_t alone_count = from->is_full ? 0 : from->alone_count;
    uint32_t *alone = ARENA_ARRAY(arena, uint32_t, alone_count + 1);
    for (uint32_t i = 0; i < from->thread_count; i++) nodes[i] = from->nodes[i];
    for (uint32_t i = 0; i < from->value_count; i++) values[i] = term_of(w, from->values[i]);
    for (size_t i = 0; i < alone_count; i++) alone[i] = from->alone[i].thread;
    *to = (fixpoint_state_t){.nodes = nodes,
                             .values = values,
                             .guard = term_of(w, from->guard),
                             .thread_count = from->thread_count,
                             .value_count = from->value_count,
                             .alone_count = (uint32_t)alone_count,
                             .alone = alone};
    write_hints(arena, from, to);
}

static void release(void *owner) {
    arena_delete(owner);
}

void boolean_proof(const search_t *search, terms_t *terms, proof_t *proof) {
    arena_t *arena = arena_new();
    writer_t w = {.aig = search->aig, .terms = terms};
    w.known = mem_zalloc(sizeof *w.known * aig_nodes(search->aig));
    w.known[0] = term_false(terms);
    fixpoint_state_t *states = ARENA_ARRAY(arena, fixpoint_state_t, search->history.len + 1);
    for (size_t i = 0; i < search->history.len; i++)
        write_state(&w, arena, search->history.data[i], &states[i]);
    fixpoint_proof_t *fixpoint = ARENA_NEW(arena, fixpoint_proof_t);
    *fixpoint = (fixpoint_proof_t){states, search->history.len};
    *proof = (proof_t){.kind = PROOF_FIXPOINT,
                       .solver = "cadical",
                       .fixpoint = fixpoint,
                       .owner = arena,
                       .release = release};
    mem_free(w.known);
    VEC_FREE(w.stack);
}
