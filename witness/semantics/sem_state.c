#include "witness/semantics/sem_state.h"

#include <string.h>

sem_value_t sem_value_of_term(const term_t *term) {
    switch (term->kind) {
    case TERM_TRUE: return sem_value_const(1);
    case TERM_FALSE: return sem_value_const(0);
    case TERM_CONST: return sem_value_const(term->value);
    default: return (sem_value_t){term, 0};
    }
}

const term_t *sem_value_term(terms_t *terms, sem_value_t value, unsigned width) {
    if (value.term) return value.term;
    return width == 1 ? term_bool(terms, value.bits & 1) : term_const(terms, width, value.bits);
}

void sem_state_free(sem_state_t *state) {
    VEC_FREE(state->store);
}

void sem_state_copy(sem_state_t *to, const sem_state_t *from) {
    to->configuration = from->configuration;
    to->condition = from->condition;
    to->memory_is_initial = from->memory_is_initial;
    memcpy(to->inputs, from->inputs, sizeof to->inputs);
    VEC_RESERVE(to->store, from->store.len);
    if (from->store.len)
        memcpy(to->store.data, from->store.data, from->store.len * sizeof *from->store.data);
    to->store.len = from->store.len;
}

/* The first position whose variable is not less. */
static size_t sem_state_position(const sem_state_t *state, variable_t variable) {
    size_t low = 0, high = state->store.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (state->store.data[middle].variable < variable)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

sem_value_t *sem_state_find(const sem_state_t *state, variable_t variable) {
    size_t at = sem_state_position(state, variable);
    if (at == state->store.len || state->store.data[at].variable != variable) return NULL;
    return &state->store.data[at].value;
}

void sem_state_set(sem_state_t *state, variable_t variable, sem_value_t value) {
    size_t at = sem_state_position(state, variable);
    if (at < state->store.len && state->store.data[at].variable == variable) {
        state->store.data[at].value = value;
        return;
    }
    VEC_RESERVE(state->store, state->store.len + 1);
    sem_entry_t *entry = state->store.data + at;
    memmove(entry + 1, entry, (state->store.len - at) * sizeof *entry);
    *entry = (sem_entry_t){variable, value};
    state->store.len++;
}

/* Removes the entries with from <= variable <= last. */
static void sem_state_forget_range(sem_state_t *state, variable_t first, variable_t last) {
    size_t begin = sem_state_position(state, first), end = begin;
    while (end < state->store.len && state->store.data[end].variable <= last) end++;
    if (begin == end) return;
    memmove(state->store.data + begin, state->store.data + end,
            (state->store.len - end) * sizeof *state->store.data);
    state->store.len -= end - begin;
}

void sem_state_forget(sem_state_t *state, variable_t variable) {
    sem_state_forget_range(state, variable, variable);
}

void sem_state_forget_registers(sem_state_t *state, unsigned thread, unsigned depth) {
    variable_t base = (variable_t)VARIABLE_REG << 62 | (variable_t)thread << 52;
    variable_t depth_limit = UINT64_C(1) << 52; /* depth, function and register lie below */
    sem_state_forget_range(state, base | (variable_t)depth << 40, base + depth_limit - 1);
}

void sem_state_forget_cells(sem_state_t *state, uint64_t from, uint64_t to) {
    if (from >= to) return;
    /* Cells are sorted by size first; sizes go up to 2^7 bytes at the very most. */
    for (unsigned log = 0; log < 8; log++)
        sem_state_forget_range(state, variable_cell(from, 1u << log),
                               variable_cell(to - 1, 1u << log));
}

bool sem_state_is_known(const sem_state_t *state) {
    if (state->condition) return false;
    for (size_t i = 0; i < state->store.len; i++)
        if (state->store.data[i].value.term) return false;
    return true;
}

void sem_state_require(sem_state_t *state, terms_t *terms, const term_t *condition) {
    if (term_is_true(condition)) return;
    state->condition = state->condition ? term_and(terms, state->condition, condition) : condition;
}

const term_t *sem_state_condition(const sem_state_t *state, terms_t *terms) {
    return state->condition ? state->condition : term_true(terms);
}
