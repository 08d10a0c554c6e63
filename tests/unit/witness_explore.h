#ifndef TESTS_UNIT_WITNESS_EXPLORE_H
#define TESTS_UNIT_WITNESS_EXPLORE_H

#include "cfa/result.h"
#include "tests/unit/witness_build.h"
#include "util/hash.h"
#include "witness/semantics/semantics.h"

/* A proof for tests: all reachable states of a program without inputs, by
 * plain breadth-first search. Errors are not kept; steps into them are left
 * out, which is what a wrong proof would do. */
typedef struct explored {
    /* NULL, or: a thread at a node for which this holds goes alone. */
    bool (*goes_alone)(const node_t *node);
    /* NULL, or: the threads to follow from a state, a bit per number. */
    uint64_t (*choose)(void *context, semantics_t *s, const sem_state_t *state);
    void *context;
    bool has_error, has_stop, is_complete;
    bool is_cut; /* a state had too many variables */
    size_t steps;
    /* States from which no thread can move: their number, and a sum of hashes
     * that does not depend on the order in which they are found. A thread that is
     * stuck in an atomic section stops all others, and does not count. */
    size_t terminals;
    uint64_t terminal_sum;
    semantics_t *s;
    terms_t *terms;
    VEC(kept_state_t) kept; /* bindings live in the arena */
    arena_t *arena;
    intern_t table;
} proof_states_t;

static bool explored_equal(const void *in_table, const void *key) {
    const kept_state_t *a = in_table, *b = key;
    if (a->configuration != b->configuration || a->binding_count != b->binding_count) return false;
    for (size_t i = 0; i < a->binding_count; i++)
        if (a->bindings[i].variable != b->bindings[i].variable ||
            a->bindings[i].value != b->bindings[i].value)
            return false;
    return true;
}

static void explored_add(proof_states_t *e, const sem_state_t *state) {
    binding_t bindings[256];
    if (state->store.len > 256) {
        e->is_cut = true;
        return;
    }
    kept_state_t kept = {state->configuration, bindings, state->store.len, NULL};
    uint64_t hash = state->configuration->id;
    for (size_t i = 0; i < state->store.len; i++) {
        bindings[i] = (binding_t){state->store.data[i].variable, state->store.data[i].value.bits};
        hash = hash_mix(hash_mix(hash, bindings[i].variable), bindings[i].value);
    }
    if (intern_find(&e->table, hash, &kept)) return;
    kept_state_t *copy = ARENA_NEW(e->arena, kept_state_t);
    binding_t *own = ARENA_ARRAY(e->arena, binding_t, kept.binding_count + 1);
    for (size_t i = 0; i < kept.binding_count; i++) own[i] = bindings[i];
    *copy = kept;
    copy->bindings = own;
    intern_add(&e->table, hash, copy);
    VEC_PUSH(e->kept, *copy);
}

static bool explored_sink(void *context, const sem_step_t *step) {
    proof_states_t *e = context;
    e->steps++;
    e->has_error |= step->kind == SEM_ERROR;
    e->has_stop |= step->kind == SEM_STOP;
    if (step->kind == SEM_NEXT && !step->state->configuration->has_exited)
        explored_add(e, step->state);
    return true;
}

/* The threads that are followed from a configuration. */
static uint64_t explored_threads(void *owner, const configuration_t *c) {
    const proof_states_t *e = owner;
    for (uint32_t t = 0; e->goes_alone && t < c->thread_count; t++)
        if (semantics_may_move(c, t) && e->goes_alone(semantics_node(c, t)))
            return UINT64_C(1) << t;
    return UINT64_MAX;
}

static void explored_note_terminal(proof_states_t *e, const sem_state_t *state) {
    if (semantics_atomic_thread(state->configuration) >= 0) return;
    strbuf_t text = {0};
    configuration_print(&text, state->configuration);
    uint64_t hash = hash_string(strbuf_text(&text));
    for (size_t i = 0; i < state->store.len; i++)
        hash = hash_mix(hash_mix(hash, state->store.data[i].variable),
                        state->store.data[i].value.bits);
    e->terminals++;
    e->terminal_sum += hash;
    strbuf_free(&text);
}

/* e says whom to follow. */
static void explore_with(proof_states_t *e, const program_t *program, size_t limit) {
    e->terms = terms_new();
    e->arena = arena_new();
    e->s = semantics_new(program, e->terms);
    intern_init(&e->table, explored_equal);
    sem_state_t state = {0};
    semantics_initial(e->s, &state);
    /* Kept states bind what they know: static memory too. */
    for (size_t i = 0; i < program->by_address.len; i++) {
        const object_t *object = program->by_address.data[i];
        if (object->kind != OBJECT_GLOBAL) continue;
        for (uint64_t k = 0; k < type_cell_count(object->type); k++) {
            cell_t cell = type_cell(object->type, k);
            sem_state_set(&state,
                          variable_cell(object->address + cell.offset, (unsigned)cell.type->size),
                          sem_value_const(layout_initial_value(object, cell.offset, cell.type)));
        }
    }
    explored_add(e, &state);
    size_t i = 0;
    for (; i < e->kept.len && e->kept.len < limit; i++) {
        const kept_state_t kept = e->kept.data[i];
        VEC_CLEAR(state.store);
        state.memory_is_initial = false;
        state.configuration = kept.configuration;
        for (size_t k = 0; k < kept.binding_count; k++)
            VEC_PUSH(state.store, (sem_entry_t){kept.bindings[k].variable,
                                                sem_value_const(kept.bindings[k].value)});
        uint64_t threads = e->choose ? e->choose(e->context, e->s, &state)
                                     : explored_threads(e, kept.configuration);
        size_t steps = e->steps;
        for (uint32_t t = 0; t < kept.configuration->thread_count; t++)
            if (threads >> t & 1) semantics_steps(e->s, &state, t, explored_sink, e);
        if (e->steps == steps) explored_note_terminal(e, &state);
    }
    e->is_complete = i == e->kept.len && !e->is_cut;
    sem_state_free(&state);
}

UNUSED_HELPER static proof_states_t explore_reduced(const program_t *program, size_t limit,
                                                    bool (*goes_alone)(const node_t *node)) {
    proof_states_t e = {.goes_alone = goes_alone};
    explore_with(&e, program, limit);
    return e;
}

UNUSED_HELPER static proof_states_t explore(const program_t *program, size_t limit) {
    return explore_reduced(program, limit, NULL);
}

static void explored_free(proof_states_t *e) {
    VEC_FREE(e->kept);
    intern_free(&e->table);
    arena_delete(e->arena);
    semantics_delete(e->s);
    terms_delete(e->terms);
}

static void explored_get(void *owner, size_t index, kept_state_t *state) {
    *state = ((proof_states_t *)owner)->kept.data[index];
}

static void explored_get_threads(void *owner, const configuration_t *c, thread_set_t *threads) {
    *threads = thread_set_all();
    uint64_t followed = explored_threads(owner, c);
    if (followed != UINT64_MAX) *threads = (thread_set_t){.words = {followed}};
}

UNUSED_HELPER static proof_t explored_proof(proof_states_t *e) {
    return (proof_t){
        .kind = PROOF_STATES,
        .states =
            {
                .owner = e,
                .count = e->kept.len,
                .get = explored_get,
                .explored = e->goes_alone ? explored_get_threads : NULL,
            },
    };
}

#endif
