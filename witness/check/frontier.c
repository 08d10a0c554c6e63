#include "witness/check/frontier.h"

#include "cfa/result.h"

void frontier_free(frontier_t *frontier) {
    for (size_t i = 0; i < frontier->items.len; i++) sem_state_free(&frontier->items.data[i].state);
    VEC_FREE(frontier->items);
    map64_free(&frontier->by_configuration);
}

void frontier_clear(frontier_t *frontier) {
    frontier->used = 0;
    /* Clearing takes time by capacity, so one wide frontier must not slow down
     * the many narrow ones that follow. */
    if (frontier->by_configuration.cap > 256)
        map64_free(&frontier->by_configuration);
    else if (frontier->by_configuration.len)
        map64_clear(&frontier->by_configuration);
}

frontier_item_t *frontier_first(frontier_t *frontier) {
    frontier_clear(frontier);
    if (!frontier->items.len) VEC_PUSH(frontier->items, (frontier_item_t){0});
    frontier->used = 1;
    frontier->items.data[0].feasible = NULL;
    return &frontier->items.data[0];
}

/* A copy of a constant state, as it is remembered. */
typedef struct seen_state {
    const configuration_t *configuration;
    size_t count;
    binding_t values[];
} seen_state_t;

static bool seen_equal(const void *in_table, const void *key) {
    const seen_state_t *a = in_table;
    const sem_state_t *b = key;
    if (a->configuration != b->configuration || a->count != b->store.len) return false;
    for (size_t i = 0; i < a->count; i++)
        if (a->values[i].variable != b->store.data[i].variable ||
            a->values[i].value != b->store.data[i].value.bits)
            return false;
    return true;
}

void frontier_seen_init(frontier_seen_t *seen) {
    seen->arena = arena_new();
    intern_init(&seen->states, seen_equal);
}

void frontier_seen_free(frontier_seen_t *seen) {
    intern_free(&seen->states);
    arena_delete(seen->arena);
}

/* Enters a constant state; false if it is there already. */
static bool seen_enter(frontier_seen_t *seen, const sem_state_t *state) {
    uint64_t hash = state->configuration->id;
    for (size_t i = 0; i < state->store.len; i++)
        hash = hash_mix(hash_mix(hash, state->store.data[i].variable),
                        state->store.data[i].value.bits);
    if (intern_find(&seen->states, hash, state)) return false;
    seen_state_t *copy =
        arena_alloc(seen->arena, sizeof *copy + state->store.len * sizeof *copy->values);
    copy->configuration = state->configuration;
    copy->count = state->store.len;
    for (size_t i = 0; i < copy->count; i++)
        copy->values[i] =
            (binding_t){state->store.data[i].variable, state->store.data[i].value.bits};
    intern_add(&seen->states, hash, copy);
    return true;
}

/* Makes one state of two in the same configuration. A fresh truth says which
 * of them is meant: their conditions may hold together, so they cannot. */
static void join_states(semantics_t *semantics, sem_state_t *a, sem_state_t *b) {
    terms_t *terms = semantics_terms(semantics);
    const program_t *program = semantics_program(semantics);
    const term_t *is_a = semantics_fresh_truth(semantics);
    bool differ = false;
    /* What one has, the other must have too; reading enters it. */
    for (size_t i = 0; i < a->store.len; i++)
        semantics_read(semantics, b, a->store.data[i].variable);
    for (size_t i = 0; i < b->store.len; i++)
        semantics_read(semantics, a, b->store.data[i].variable);
    for (size_t i = 0; i < a->store.len; i++) {
        variable_t variable = a->store.data[i].variable;
        sem_value_t *va = &a->store.data[i].value;
        sem_value_t vb = semantics_read(semantics, b, variable);
        if (va->term == vb.term && (va->term || va->bits == vb.bits)) continue;
        unsigned width = variable_width(program, variable);
        *va = sem_value_of_term(term_ite(terms, is_a, sem_value_term(terms, *va, width),
                                         sem_value_term(terms, vb, width)));
        differ = true;
    }
    for (size_t i = 0; i < b->store.len; i++) {
        /* Initial contents are not entered by reading. */
        variable_t variable = b->store.data[i].variable;
        if (sem_state_find(a, variable)) continue;
        sem_value_t va = semantics_read(semantics, a, variable), vb = b->store.data[i].value;
        unsigned width = variable_width(program, variable);
        sem_state_set(a, variable,
                      sem_value_of_term(term_ite(terms, is_a, sem_value_term(terms, va, width),
                                                 sem_value_term(terms, vb, width))));
        differ = true;
    }
    for (size_t i = 0; i < SEM_INPUT_COUNTS; i++)
        if (b->inputs[i] > a->inputs[i]) a->inputs[i] = b->inputs[i];
    const term_t *ca = sem_state_condition(a, terms), *cb = sem_state_condition(b, terms);
    if (differ) {
        ca = term_and(terms, is_a, ca);
        cb = term_and(terms, term_not(terms, is_a), cb);
    }
    const term_t *either = term_or(terms, ca, cb);
    a->condition = term_is_true(either) ? NULL : either;
}

frontier_answer_t frontier_add(frontier_t *frontier, frontier_seen_t *seen, semantics_t *semantics,
                               sem_state_t *state, const term_t *feasible) {
    uint64_t key = map64_pointer(state->configuration), found;
    bool known = sem_state_is_known(state) && !state->memory_is_initial;
    if (known && !seen_enter(seen, state)) return FRONTIER_SEEN;
    if (!known && map64_get(&frontier->by_configuration, key, &found)) {
        frontier_item_t *item = &frontier->items.data[found];
        bool is_feasible = item->state.condition == item->feasible;
        join_states(semantics, &item->state, state);
        if (is_feasible) item->feasible = item->state.condition; /* which is weaker */
        return FRONTIER_JOINED;
    }
    if (frontier->used == frontier->items.len) VEC_PUSH(frontier->items, (frontier_item_t){0});
    if (!known) map64_put(&frontier->by_configuration, key, frontier->used);
    frontier_item_t *item = &frontier->items.data[frontier->used++];
    sem_state_t old = item->state;
    item->state = *state;
    *state = old;
    item->feasible = feasible;
    return FRONTIER_NEW;
}
