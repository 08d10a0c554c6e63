#include "witness/crowd/crowd_index.h"

#include "cfa/layout.h"

/* Halves of one configuration that bind the same variables. */
typedef struct index_group {
    const configuration_t *configuration;
    const kept_state_t *example; /* for its variables */
    struct index_group *next; /* of the same configuration */
} index_group_t;

struct crowd_index {
    semantics_t *semantics;
    const kept_state_t *halves;
    size_t count;
    const configuration_t **configurations; /* of the halves, interned by the semantics */
    map64_t groups; /* configuration -> first group */
    VEC(index_group_t *) all;
    /* hash of group and values -> number of the last such half + 1, and from
     * each half to the one before it. */
    map64_t by_values;
    uint32_t *before;
    index_group_t **group_of;
};

static bool binds_same(const kept_state_t *a, const kept_state_t *b) {
    if (a->binding_count != b->binding_count) return false;
    for (size_t i = 0; i < a->binding_count; i++)
        if (a->bindings[i].variable != b->bindings[i].variable) return false;
    return true;
}

static index_group_t *group_for(crowd_index_t *index, const configuration_t *c,
                                const kept_state_t *half) {
    uint64_t first = 0;
    map64_get(&index->groups, map64_pointer(c), &first);
    for (index_group_t *g = (index_group_t *)(uintptr_t)first; g; g = g->next)
        if (binds_same(g->example, half)) return g;
    index_group_t *group = mem_zalloc(sizeof *group);
    *group = (index_group_t){c, half, (index_group_t *)(uintptr_t)first};
    map64_put(&index->groups, map64_pointer(c), map64_pointer(group));
    VEC_PUSH(index->all, group);
    return group;
}

crowd_index_t *crowd_index_new(semantics_t *semantics, const kept_state_t *halves, size_t first,
                               size_t count) {
    crowd_index_t *index = mem_zalloc(sizeof *index);
    index->semantics = semantics;
    index->halves = halves;
    index->count = count;
    index->configurations = mem_zalloc((count + 1) * sizeof *index->configurations);
    index->before = mem_zalloc((count + 1) * sizeof *index->before);
    index->group_of = mem_zalloc((count + 1) * sizeof *index->group_of);
    for (size_t i = first; i < count; i++) {
        const kept_state_t *half = &halves[i];
        index->configurations[i] = semantics_configuration(semantics, half->configuration);
        index_group_t *group = group_for(index, index->configurations[i], half);
        index->group_of[i] = group;
        uint64_t hash = map64_pointer(group), previous = 0;
        for (size_t j = 0; j < half->binding_count; j++)
            hash = hash_mix(hash, half->bindings[j].value);
        map64_get(&index->by_values, hash, &previous);
        index->before[i] = (uint32_t)previous;
        map64_put(&index->by_values, hash, i + 1);
    }
    return index;
}

void crowd_index_delete(crowd_index_t *index) {
    if (!index) return;
    for (size_t i = 0; i < index->all.len; i++) mem_free(index->all.data[i]);
    VEC_FREE(index->all);
    map64_free(&index->groups);
    map64_free(&index->by_values);
    mem_free(index->configurations);
    mem_free(index->before);
    mem_free(index->group_of);
    mem_free(index);
}

const configuration_t *crowd_index_configuration(const crowd_index_t *index, size_t number) {
    return index->configurations[number];
}

/* A variable of thread 1 as that of another thread. */
static variable_t of_thread(const crowd_index_t *index, variable_t variable, unsigned thread) {
    const program_t *program = semantics_program(index->semantics);
    if (variable_kind(variable) == VARIABLE_REG && variable_thread(variable) == 1)
        return variable_reg(thread, variable_depth(variable),
                            program->functions.data[variable_function(variable)],
                            variable_reg_number(variable));
    uint64_t offset = variable_address(variable) - layout_thread_block(1);
    if (variable_kind(variable) == VARIABLE_CELL && offset < LAYOUT_REGION_SIZE)
        return variable_cell(layout_thread_block(thread) + offset, variable_size(variable));
    return variable;
}

/* false: the state does not give these variables values known for sure. */
static bool gather(const crowd_index_t *index, const sem_state_t *state, const index_group_t *group,
                   unsigned thread, uint64_t *values) {
    for (size_t i = 0; i < group->example->binding_count; i++) {
        sem_value_t value;
        variable_t variable = of_thread(index, group->example->bindings[i].variable, thread);
        if (!semantics_peek(index->semantics, state, variable, &value)) return false;
        if (!sem_value_is_const(value)) return false;
        values[i] = value.bits;
    }
    return true;
}

void crowd_index_find(crowd_index_t *index, const sem_state_t *state, const configuration_t *c,
                      unsigned thread, crowd_numbers_t *out) {
    uint64_t first = 0;
    map64_get(&index->groups, map64_pointer(c), &first);
    for (const index_group_t *g = (const index_group_t *)(uintptr_t)first; g; g = g->next) {
        size_t count = g->example->binding_count;
        uint64_t *values = mem_alloc((count + 1) * sizeof *values);
        uint64_t hash = map64_pointer(g), number = 0;
        bool known = gather(index, state, g, thread, values);
        for (size_t i = 0; known && i < count; i++) hash = hash_mix(hash, values[i]);
        if (known) map64_get(&index->by_values, hash, &number);
        for (; number; number = index->before[number - 1]) {
            const kept_state_t *half = &index->halves[number - 1];
            bool same = index->group_of[number - 1] == g;
            for (size_t i = 0; same && i < count; i++) same = half->bindings[i].value == values[i];
            if (same) VEC_PUSH(*out, (uint32_t)number - 1);
        }
        mem_free(values);
    }
}

typedef struct {
    crowd_index_t *index;
    sem_state_t *state;
    unsigned thread;
} mapping_t;

static const term_t *map_symbol(void *context, const term_t *symbol) {
    mapping_t *m = context;
    semantics_t *semantics = m->index->semantics;
    variable_t variable = of_thread(m->index, symbol->value, m->thread);
    return sem_value_term(semantics_terms(semantics), semantics_read(semantics, m->state, variable),
                          symbol->sort.width);
}

const term_t *crowd_index_formula(crowd_index_t *index, sem_state_t *state, uint32_t number,
                                  unsigned thread) {
    terms_t *terms = semantics_terms(index->semantics);
    const term_t *formula = index->halves[number].formula;
    mapping_t mapping = {index, state, thread};
    return formula ? term_substitute(terms, formula, map_symbol, &mapping) : term_true(terms);
}
