#include "witness/check/cover.h"

#include "util/arena.h"
#include "util/hash.h"

#include <string.h>

/* A covering by more kept states than this is not looked for. */
enum { COVER_MAX_TOGETHER = 64 };

/* Names of variables, interned: many configurations bind the same. */
typedef struct names {
    uint32_t id;
    size_t count;
    variable_t variables[];
} names_t;

typedef struct names_key {
    const binding_t *bindings;
    size_t count;
} names_key_t;

typedef struct group {
    const names_t *names;
    uint32_t next; /* of the same configuration; 0: none, else index + 1 */
    bool has_formulas;
} group_t;

/* Open addressing by the hash of group and values; several kept states may
 * have the same, with different formulas. */
typedef struct slot {
    uint64_t hash;
    uint32_t number; /* kept state + 1; 0: free */
    uint32_t group;
} slot_t;

struct cover {
    semantics_t *semantics;
    const states_proof_t *proof;
    arena_t *arena;
    intern_t names;
    map64_t configurations; /* those of the proof -> ours */
    map64_t group_numbers;  /* configuration << 32 | names -> index + 1 */
    VEC(group_t) groups;
    VEC(uint32_t) first_group; /* by configuration id: index + 1, or 0 */
    slot_t *slots;
    size_t len, cap;
    VEC(sem_value_t) values; /* scratch */
    VEC(uint64_t) bits;      /* scratch */
    term_vec_t symbols;      /* scratch */
    term_vec_t found;        /* scratch */
    cover_accepts_t accepts; /* NULL: every kept state covers */
    void *accepts_context;
};

static bool names_equal(const void *in_table, const void *key) {
    const names_t *names = in_table;
    const names_key_t *wanted = key;
    if (names->count != wanted->count) return false;
    for (size_t i = 0; i < names->count; i++)
        if (names->variables[i] != wanted->bindings[i].variable) return false;
    return true;
}

cover_t *cover_new(semantics_t *semantics, const states_proof_t *proof) {
    cover_t *cover = mem_zalloc(sizeof *cover);
    cover->semantics = semantics;
    cover->proof = proof;
    cover->arena = arena_new();
    intern_init(&cover->names, names_equal);
    return cover;
}

void cover_delete(cover_t *cover) {
    if (!cover) return;
    intern_free(&cover->names);
    map64_free(&cover->configurations);
    map64_free(&cover->group_numbers);
    VEC_FREE(cover->groups);
    VEC_FREE(cover->first_group);
    VEC_FREE(cover->values);
    VEC_FREE(cover->bits);
    VEC_FREE(cover->symbols);
    VEC_FREE(cover->found);
    mem_free(cover->slots);
    arena_delete(cover->arena);
    mem_free(cover);
}

static const names_t *cover_names(cover_t *cover, const kept_state_t *kept) {
    names_key_t key = {kept->bindings, kept->binding_count};
    uint64_t hash = kept->binding_count;
    for (size_t i = 0; i < kept->binding_count; i++)
        hash = hash_mix(hash, kept->bindings[i].variable);
    names_t *names = intern_find(&cover->names, hash, &key);
    if (names) return names;
    names = arena_alloc(cover->arena, sizeof *names + kept->binding_count * sizeof(variable_t));
    names->id = (uint32_t)cover->names.len;
    names->count = kept->binding_count;
    for (size_t i = 0; i < names->count; i++) names->variables[i] = kept->bindings[i].variable;
    intern_add(&cover->names, hash, names);
    return names;
}

/* The proof interns its configurations, so its pointer stands for one. */
static const configuration_t *cover_configuration(cover_t *cover, const configuration_t *theirs) {
    uint64_t ours;
    if (map64_get(&cover->configurations, map64_pointer(theirs), &ours))
        return (const configuration_t *)(uintptr_t)ours;
    const configuration_t *c = semantics_configuration(cover->semantics, theirs);
    map64_put(&cover->configurations, map64_pointer(theirs), map64_pointer(c));
    return c;
}

static uint32_t cover_group(cover_t *cover, const configuration_t *c, const names_t *names) {
    uint64_t key = (uint64_t)c->id << 32 | names->id, found;
    if (map64_get(&cover->group_numbers, key, &found)) return (uint32_t)found - 1;
    while (cover->first_group.len <= c->id) VEC_PUSH(cover->first_group, 0);
    VEC_PUSH(cover->groups, (group_t){names, cover->first_group.data[c->id], false});
    cover->first_group.data[c->id] = (uint32_t)cover->groups.len;
    map64_put(&cover->group_numbers, key, cover->groups.len);
    return (uint32_t)cover->groups.len - 1;
}

static void cover_insert(cover_t *cover, slot_t slot) {
    size_t at = slot.hash & (cover->cap - 1);
    while (cover->slots[at].number) at = (at + 1) & (cover->cap - 1);
    cover->slots[at] = slot;
    cover->len++;
}

static void cover_grow(cover_t *cover) {
    slot_t *old = cover->slots;
    size_t old_cap = cover->cap;
    cover->cap = old_cap ? 2 * old_cap : 1024;
    cover->slots = mem_zalloc(cover->cap * sizeof *cover->slots);
    cover->len = 0;
    for (size_t i = 0; i < old_cap; i++)
        if (old[i].number) cover_insert(cover, old[i]);
    mem_free(old);
}

static bool bindings_are_sorted(const kept_state_t *kept) {
    for (size_t i = 1; i < kept->binding_count; i++)
        if (kept->bindings[i - 1].variable >= kept->bindings[i].variable) return false;
    return true;
}

bool cover_enter(cover_t *cover, size_t number, const char **why) {
    kept_state_t kept;
    cover->proof->get(cover->proof->owner, number, &kept);
    if (configuration_is_error(kept.configuration)) {
        *why = "an error state is kept";
        return false;
    }
    if (kept.configuration->unsupported) {
        *why = "a state behind something unsupported is kept";
        return false;
    }
    if (!bindings_are_sorted(&kept)) {
        *why = "the bindings of a kept state are not sorted";
        return false;
    }
    const configuration_t *c = cover_configuration(cover, kept.configuration);
    uint32_t group = cover_group(cover, c, cover_names(cover, &kept));
    if (kept.formula) cover->groups.data[group].has_formulas = true;
    uint64_t hash = group;
    for (size_t i = 0; i < kept.binding_count; i++) hash = hash_mix(hash, kept.bindings[i].value);
    if (2 * (cover->len + 1) > cover->cap) cover_grow(cover);
    cover_insert(cover, (slot_t){hash, (uint32_t)number + 1, group});
    return true;
}

/* Other symbols could be mistaken for those that the semantics makes. */
static bool symbol_is_bare(const cover_t *cover, const term_t *symbol) {
    return symbol->index == 0 && symbol->sort.kind == SORT_BV &&
           symbol->sort.width == variable_width(semantics_program(cover->semantics), symbol->value);
}

bool cover_load(cover_t *cover, size_t number, sem_state_t *state) {
    kept_state_t kept;
    cover->proof->get(cover->proof->owner, number, &kept);
    state->configuration = cover_configuration(cover, kept.configuration);
    state->memory_is_initial = false;
    memset(state->inputs, 0, sizeof state->inputs);
    state->condition = NULL;
    VEC_RESERVE(state->store, kept.binding_count);
    state->store.len = kept.binding_count;
    for (size_t i = 0; i < kept.binding_count; i++)
        state->store.data[i] =
            (sem_entry_t){kept.bindings[i].variable, sem_value_const(kept.bindings[i].value)};
    if (!kept.formula) return true;
    /* The symbols of the formula are the values at this point; what is neither
     * bound nor in the formula is arbitrary and need not be in the store. */
    terms_t *terms = semantics_terms(cover->semantics);
    const term_t *condition = kept.formula;
    VEC_CLEAR(cover->symbols);
    term_symbols(terms, condition, &cover->symbols);
    for (size_t i = 0; i < cover->symbols.len; i++) {
        const term_t *symbol = cover->symbols.data[i];
        if (!symbol_is_bare(cover, symbol)) return false;
        sem_value_t *bound = sem_state_find(state, symbol->value);
        if (bound && sem_value_is_const(*bound))
            condition = term_and(
                terms, condition,
                term_equal(terms, symbol, sem_value_term(terms, *bound, symbol->sort.width)));
        else
            sem_state_set(state, symbol->value, (sem_value_t){symbol, 0});
    }
    state->condition = term_is_true(condition) ? NULL : condition;
    return true;
}

void cover_demand(cover_t *cover, cover_accepts_t accepts, void *context) {
    cover->accepts = accepts;
    cover->accepts_context = context;
}

static uint32_t first_group(const cover_t *cover, const configuration_t *c) {
    return c->id < cover->first_group.len ? cover->first_group.data[c->id] : 0;
}

bool cover_has(const cover_t *cover, const configuration_t *c) {
    return first_group(cover, c) != 0;
}

bool cover_has_formulas(const cover_t *cover, const configuration_t *c) {
    for (uint32_t g = first_group(cover, c); g; g = cover->groups.data[g - 1].next)
        if (cover->groups.data[g - 1].has_formulas) return true;
    return false;
}

/* The values of the names in the state, into cover->values; false: one of them
 * may be anything. Both lists are sorted. */
static bool cover_gather(cover_t *cover, const sem_state_t *state, const names_t *names) {
    size_t at = 0, len = state->store.len;
    const sem_entry_t *store = state->store.data;
    VEC_RESERVE(cover->values, names->count);
    cover->values.len = names->count;
    for (size_t i = 0; i < names->count; i++) {
        variable_t variable = names->variables[i];
        while (at < len && store[at].variable < variable) at++;
        if (at < len && store[at].variable == variable)
            cover->values.data[i] = store[at].value;
        else if (!semantics_peek(cover->semantics, state, variable, &cover->values.data[i]))
            return false;
    }
    return true;
}

static const term_t *map_symbol(void *context, const term_t *symbol) {
    void **both = context;
    semantics_t *semantics = both[0];
    if (symbol->index != 0) return NULL;
    sem_value_t value = semantics_read(semantics, both[1], symbol->value);
    return sem_value_term(semantics_terms(semantics), value, symbol->sort.width);
}

/* A formula over bare symbols, said of the values in the state. */
static const term_t *formula_in(cover_t *cover, sem_state_t *state, const term_t *formula) {
    void *both[2] = {cover->semantics, state};
    return term_substitute(semantics_terms(cover->semantics), formula, map_symbol, both);
}

static bool bits_match(const kept_state_t *kept, const uint64_t *bits) {
    for (size_t i = 0; i < kept->binding_count; i++)
        if (kept->bindings[i].value != bits[i]) return false;
    return true;
}

/* The next kept state of the group with the values in cover->bits. *at is the
 * position in the table; SIZE_MAX to begin. */
static bool cover_next(cover_t *cover, uint32_t group, uint64_t hash, size_t *at,
                       kept_state_t *kept) {
    size_t mask = cover->cap - 1;
    *at = *at == SIZE_MAX ? hash & mask : (*at + 1) & mask;
    for (; cover->slots[*at].number; *at = (*at + 1) & mask) {
        const slot_t *slot = &cover->slots[*at];
        if (slot->hash != hash || slot->group != group) continue;
        if (cover->accepts && !cover->accepts(cover->accepts_context, slot->number - 1)) continue;
        cover->proof->get(cover->proof->owner, slot->number - 1, kept);
        if (bits_match(kept, cover->bits.data)) return true;
    }
    return false;
}

static uint64_t bits_hash(const cover_t *cover, uint32_t group) {
    uint64_t hash = group;
    for (size_t i = 0; i < cover->bits.len; i++) hash = hash_mix(hash, cover->bits.data[i]);
    return hash;
}

/* cover->values as constants, into cover->bits. */
static bool values_are_constant(cover_t *cover) {
    VEC_RESERVE(cover->bits, cover->values.len);
    cover->bits.len = cover->values.len;
    for (size_t i = 0; i < cover->values.len; i++) {
        if (!sem_value_is_const(cover->values.data[i])) return false;
        cover->bits.data[i] = cover->values.data[i].bits;
    }
    return true;
}

bool cover_quick(cover_t *cover, sem_state_t *state) {
    kept_state_t kept;
    for (uint32_t g = first_group(cover, state->configuration); g;
         g = cover->groups.data[g - 1].next) {
        if (!cover_gather(cover, state, cover->groups.data[g - 1].names)) continue;
        if (!values_are_constant(cover)) continue;
        uint64_t hash = bits_hash(cover, g - 1);
        size_t at = SIZE_MAX;
        while (cover_next(cover, g - 1, hash, &at, &kept)) {
            if (!kept.formula) return true;
            const term_t *formula = formula_in(cover, state, kept.formula);
            if (term_is_true(formula)) return true;
            if (state->condition && term_has_conjuncts(state->condition, formula)) return true;
        }
    }
    return false;
}

/* The kept state as a condition on the state. */
static const term_t *kept_condition(cover_t *cover, sem_state_t *state, const kept_state_t *kept) {
    terms_t *terms = semantics_terms(cover->semantics);
    const term_t *condition =
        kept->formula ? formula_in(cover, state, kept->formula) : term_true(terms);
    for (size_t i = 0; i < kept->binding_count; i++) {
        const binding_t *binding = &kept->bindings[i];
        sem_value_t value = semantics_read(cover->semantics, state, binding->variable);
        unsigned width = variable_width(semantics_program(cover->semantics), binding->variable);
        const term_t *equal = term_equal(terms, sem_value_term(terms, value, width),
                                         term_const(terms, width, binding->value));
        condition = term_and(terms, condition, equal);
    }
    return condition;
}

/* The values of the group's names in the model the solver has. A variable that
 * may be anything is entered, so that the model speaks of it. */
static void model_values(cover_t *cover, solver_t *solver, sem_state_t *state,
                         const names_t *names) {
    VEC_RESERVE(cover->bits, names->count);
    cover->bits.len = names->count;
    for (size_t i = 0; i < names->count; i++) {
        sem_value_t value = semantics_read(cover->semantics, state, names->variables[i]);
        if (!sem_value_is_const(value))
            value = sem_value_of_term(solver_evaluate(solver, value.term));
        cover->bits.data[i] = value.bits;
    }
}

/* The condition of a kept state that the model of the solver is in, or NULL. */
static const term_t *kept_of_model(cover_t *cover, solver_t *solver, sem_state_t *state) {
    kept_state_t kept;
    for (uint32_t g = first_group(cover, state->configuration); g;
         g = cover->groups.data[g - 1].next) {
        model_values(cover, solver, state, cover->groups.data[g - 1].names);
        uint64_t hash = bits_hash(cover, g - 1);
        size_t at = SIZE_MAX;
        while (cover_next(cover, g - 1, hash, &at, &kept)) {
            const term_t *condition = kept_condition(cover, state, &kept);
            if (!kept.formula) return condition;
            if (term_is_true(solver_evaluate(solver, condition))) return condition;
        }
    }
    return NULL;
}

/* Guided by models: a possible value of the state is looked up, the kept state
 * found is taken away, and so on until nothing is left. */
solver_answer_t cover_solve(cover_t *cover, solver_t *solver, sem_state_t *state) {
    terms_t *terms = semantics_terms(cover->semantics);
    VEC_CLEAR(cover->found);
    solver_push(solver);
    solver_assert(solver, sem_state_condition(state, terms));
    solver_answer_t answer = solver_check(solver, NULL, 0);
    for (int i = 0; answer == SOLVER_SAT && i < COVER_MAX_TOGETHER; i++) {
        const term_t *kept = kept_of_model(cover, solver, state);
        if (!kept) break;
        const term_t *outside = term_not(terms, kept);
        VEC_PUSH(cover->found, outside);
        solver_assert(solver, outside);
        answer = solver_check(solver, NULL, 0);
    }
    solver_pop(solver);
    if (answer == SOLVER_SAT)
        for (size_t i = 0; i < cover->found.len; i++)
            sem_state_require(state, terms, cover->found.data[i]);
    return answer;
}
