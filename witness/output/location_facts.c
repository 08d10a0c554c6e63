#include "witness/output/location_facts.h"

#include "cfa/layout.h"
#include "witness/output/c_text.h"

#include <string.h>

typedef struct location_key {
    const function_t *function;
    uint32_t line, number;
} location_key_t;

static bool key_equal(const void *in_table, const void *key) {
    const location_key_t *a = in_table, *b = key;
    return a->function == b->function && a->line == b->line;
}

static bool fact_equal(const void *in_table, const void *key) {
    const fact_t *a = in_table, *b = key;
    return a->bucket == b->bucket && a->variable == b->variable;
}

static uint32_t new_bucket(location_facts_t *all) {
    VEC_PUSH(all->buckets, (fact_bucket_t){0});
    return (uint32_t)all->buckets.len - 1;
}

static uint32_t location_number(location_facts_t *all, const function_t *function,
                                source_t source) {
    location_key_t key = {function, source.line, 0};
    uint64_t hash = hash_mix(function->id, source.line);
    location_key_t *found = intern_find(&all->names, hash, &key);
    if (found) return found->number;
    found = ARENA_NEW(all->arena, location_key_t);
    *found = key;
    found->number = (uint32_t)all->locations.len;
    intern_add(&all->names, hash, found);
    bool is_first = source.line != function->source.line && !all->has_first[function->id];
    if (is_first) all->has_first[function->id] = true;
    fact_location_t location = {.function = function, .source = source, .is_first = is_first};
    location.all = new_bucket(all);
    location.when_free = arena_alloc(all->arena, (all->ghosts->len + 1) * sizeof(uint32_t));
    for (size_t i = 0; i < all->ghosts->len; i++) location.when_free[i] = new_bucket(all);
    VEC_PUSH(all->locations, location);
    return found->number;
}

static void find_locations(location_facts_t *all, const bool *open_nodes) {
    for (size_t i = 0; i < all->program->nodes.len; i++) {
        const node_t *node = all->program->nodes.data[i];
        for (size_t k = 0; k < node->out.len; k++) {
            source_t source = node->out.data[k]->source;
            if (!source.file || !source.line) continue;
            uint32_t number = location_number(all, node->function, source);
            if (!open_nodes || open_nodes[node->id]) all->locations.data[number].is_open = true;
            numbers_t *here = &all->at_node[node->id];
            if (here->len && VEC_TOP(*here) == number) continue;
            VEC_PUSH(*here, number);
            VEC_PUSH(all->locations.data[number].nodes, node);
        }
    }
}

static fact_t *find_fact(location_facts_t *all, uint32_t bucket, variable_t variable) {
    fact_t key = {.bucket = bucket, .variable = variable};
    uint64_t hash = hash_mix(bucket, variable);
    fact_t *fact = intern_find(&all->facts, hash, &key);
    if (fact) return fact;
    fact = ARENA_NEW(all->arena, fact_t);
    *fact = key;
    intern_add(&all->facts, hash, fact);
    VEC_PUSH(all->buckets.data[bucket].facts, fact);
    return fact;
}

const fact_t *location_facts_find(const location_facts_t *all, uint32_t bucket,
                                  variable_t variable) {
    fact_t key = {.bucket = bucket, .variable = variable};
    return intern_find(&all->facts, hash_mix(bucket, variable), &key);
}

static void note_value(fact_t *fact, unsigned width, uint64_t value) {
    int64_t number = sign_extend(value, width);
    if (!fact->seen || number < fact->least) fact->least = number;
    if (!fact->seen || number > fact->greatest) fact->greatest = number;
    fact->seen++;
    for (unsigned i = 0; i < fact->value_count && i < FACTS_MAX_VALUES; i++)
        if (fact->values[i] == value) return;
    if (fact->value_count < FACTS_MAX_VALUES) fact->values[fact->value_count] = value;
    if (fact->value_count <= FACTS_MAX_VALUES) fact->value_count++;
}

/* The variable as the location names it, or false if it is not its business. */
static bool local_name(const location_facts_t *all, const c_scope_t *scope, variable_t *variable) {
    if (variable_kind(*variable) == VARIABLE_CELL) {
        if (variable_address(*variable) >= LAYOUT_STACK_BASE) return false;
        const object_t *object = layout_static_at(all->program, variable_address(*variable));
        return object && type_cell_count(object->type) <= FACTS_MAX_CELLS;
    }
    if (variable_kind(*variable) != VARIABLE_REG) return false;
    if (variable_thread(*variable) != scope->thread || variable_depth(*variable) != scope->depth)
        return false;
    *variable = variable_reg(0, 0, scope->function, variable_reg_number(*variable));
    return true;
}

static void note_formula(fact_location_t *location, const c_scope_t *scope, const term_t *formula) {
    if (location->formula_count > FACTS_MAX_FORMULAS) return;
    strbuf_t text = {0};
    bool said = formula && c_text_formula(&text, scope, formula, FACTS_MAX_FORMULA_LENGTH);
    for (unsigned i = 0; said && i < location->formula_count; i++) {
        if (strcmp(location->formulas[i], text.data) != 0) continue;
        strbuf_free(&text);
        return;
    }
    if (said && location->formula_count < FACTS_MAX_FORMULAS)
        location->formulas[location->formula_count++] = mem_strdup(text.data);
    else
        location->formula_count =
            FACTS_MAX_FORMULAS + 1; /* the disjunction says nothing, or too much */
    strbuf_free(&text);
}

/* What a half of a state says of the thread. */
static void note_bindings(location_facts_t *all, uint32_t bucket, const c_scope_t *scope,
                          const kept_state_t *half) {
    for (size_t i = 0; half && i < half->binding_count; i++) {
        variable_t variable = half->bindings[i].variable;
        if (!local_name(all, scope, &variable)) continue;
        note_value(find_fact(all, bucket, variable), variable_width(all->program, variable),
                   half->bindings[i].value);
    }
}

/* Cells that were equal stay so if they are in this state, too: a partition is refined. */
static void note_equal(location_facts_t *all, fact_bucket_t *bucket, const kept_state_t *kept) {
    const binding_t *of[FACTS_MAX_TRACKED] = {0};
    uint8_t before[FACTS_MAX_TRACKED];
    for (size_t i = 0; i < kept->binding_count; i++)
        for (size_t k = 0; k < all->tracked_count; k++)
            if (kept->bindings[i].variable == all->tracked[k]) of[k] = &kept->bindings[i];
    memcpy(before, bucket->equal, sizeof before);
    for (uint8_t i = 0; i < all->tracked_count; i++) {
        bucket->equal[i] = i;
        for (uint8_t k = 0; k < i; k++) {
            if (before[k] != before[i] || !of[i] || !of[k] || of[i]->value != of[k]->value)
                continue;
            bucket->equal[i] = k;
            break;
        }
    }
}

static void note_state(location_facts_t *all, uint32_t number, const c_scope_t *scope,
                       const kept_state_t *kept, const kept_state_t *common) {
    all->buckets.data[number].states++;
    note_bindings(all, number, scope, kept);
    note_bindings(all, number, scope, common);
    note_equal(all, &all->buckets.data[number], kept);
}

/* A thread of a kept state; of a proof that keeps halves, common is the other one. */
static void note_thread(location_facts_t *all, const kept_state_t *kept, uint32_t thread,
                        const kept_state_t *common) {
    const thread_t *it = &kept->configuration->threads[thread];
    if (it->status != THREAD_RUNNING || !it->frame_count) return;
    const node_t *node = it->frames[it->frame_count - 1].node;
    c_scope_t scope = {.program = all->program,
                       .function = node->function,
                       .thread = thread,
                       .depth = it->frame_count - 1,
                       .intervals = all->intervals};
    const numbers_t *here = &all->at_node[node->id];
    for (size_t i = 0; i < here->len; i++) {
        fact_location_t *location = &all->locations.data[here->data[i]];
        if (location->is_open) continue;
        scope.at = location->source;
        note_formula(location, &scope, common ? NULL : kept->formula);
        note_state(all, location->all, &scope, kept, common);
        for (size_t k = 0; k < all->ghosts->len; k++)
            if (!ghost_is_locked(&all->ghosts->data[k], kept->configuration))
                note_state(all, location->when_free[k], &scope, kept, common);
    }
}

static void collect_states(location_facts_t *all, const states_proof_t *proof) {
    for (size_t i = 0; i < proof->count; i++) {
        kept_state_t kept;
        proof->get(proof->owner, i, &kept);
        const configuration_t *c = kept.configuration;
        for (uint32_t t = 0; t < c->thread_count && !c->has_exited; t++)
            note_thread(all, &kept, t, NULL);
    }
}

/* Main and each local with the common half, once each; false: there are too many. */
static bool note_pair(location_facts_t *all, map64_t *seen, const kept_state_t *commons,
                      const kept_state_t *locals, uint32_t common, uint32_t local) {
    uint64_t key = (uint64_t)common << 32 | local, there;
    if (map64_get(seen, key, &there)) return true;
    map64_put(seen, key, 1);
    if (local)
        note_thread(all, &locals[local], 1, &commons[common]);
    else
        note_thread(all, &commons[common], 0, NULL);
    return seen->len <= FACTS_MAX_STATES;
}

static bool collect_crowd(location_facts_t *all, const crowd_proof_t *proof, map64_t *seen) {
    bool fits = true;
    for (size_t i = 0; i < proof->state_count && fits; i++) {
        const crowd_state_t *state = &proof->states[i];
        fits = note_pair(all, seen, proof->commons, proof->locals, state->common, 0);
        for (uint32_t k = 0; k < state->exact_count && fits; k++)
            fits =
                note_pair(all, seen, proof->commons, proof->locals, state->common, state->exact[k]);
        for (uint32_t k = 0; k < state->many_count && fits; k++)
            fits =
                note_pair(all, seen, proof->commons, proof->locals, state->common, state->many[k]);
    }
    return fits;
}

static bool collect_pairs(location_facts_t *all, const pair_proof_t *proof, map64_t *seen) {
    bool fits = true;
    for (size_t i = 0; i < proof->state_count && fits; i++) {
        const pair_state_t *state = &proof->states[i];
        fits = note_pair(all, seen, proof->commons, proof->locals, state->common, 0) &&
               note_pair(all, seen, proof->commons, proof->locals, state->common, state->first) &&
               note_pair(all, seen, proof->commons, proof->locals, state->common, state->second);
    }
    return fits;
}

/* false: the proof is too large, nothing is known of its states. */
static bool collect(location_facts_t *all, const proof_t *proof) {
    map64_t seen = {0};
    bool fits = true;
    switch (proof->kind) {
    case PROOF_STATES:
        fits = proof->states.count <= FACTS_MAX_STATES;
        if (fits) collect_states(all, &proof->states);
        break;
    case PROOF_CROWD: fits = collect_crowd(all, proof->crowd, &seen); break;
    case PROOF_PAIRS: fits = collect_pairs(all, proof->pairs, &seen); break;
    default: fits = false; break;
    }
    map64_free(&seen);
    return fits;
}

/* Integers that the program changes, each compared with the others. */
static void choose_tracked(location_facts_t *all) {
    const program_t *program = all->program;
    for (size_t i = 0; i < program->objects.len; i++) {
        const object_t *object = program->objects.data[i];
        uint64_t count = object->kind == OBJECT_GLOBAL ? type_cell_count(object->type) : 0;
        if (object->is_constant || !object->may_be_shared || object->type->is_library) continue;
        for (uint64_t k = 0; k < count && all->tracked_count < FACTS_MAX_TRACKED; k++) {
            cell_t cell = type_cell(object->type, k);
            if (cell.type->kind == TYPE_INT)
                all->tracked[all->tracked_count++] =
                    variable_cell(object->address + cell.offset, (unsigned)cell.type->size);
        }
    }
}

void location_facts_init(location_facts_t *all, const program_t *program,
                         const intervals_t *intervals, const ghosts_t *ghosts, const proof_t *proof,
                         const bool *open_nodes) {
    *all = (location_facts_t){
        .program = program, .intervals = intervals, .ghosts = ghosts, .arena = arena_new()};
    all->at_node = mem_zalloc((program->nodes.len + 1) * sizeof *all->at_node);
    all->has_first = mem_zalloc(program->functions.len + 1);
    intern_init(&all->facts, fact_equal);
    intern_init(&all->names, key_equal);
    find_locations(all, open_nodes);
    choose_tracked(all);
    all->has_states = proof && open_nodes && collect(all, proof);
}

void location_facts_free(location_facts_t *all) {
    for (size_t i = 0; i < all->locations.len; i++) {
        fact_location_t *location = &all->locations.data[i];
        for (unsigned k = 0; k < location->formula_count && k < FACTS_MAX_FORMULAS; k++)
            mem_free(location->formulas[k]);
        VEC_FREE(location->nodes);
    }
    for (size_t i = 0; i < all->buckets.len; i++) VEC_FREE(all->buckets.data[i].facts);
    for (size_t i = 0; i < all->program->nodes.len; i++) VEC_FREE(all->at_node[i]);
    mem_free(all->at_node);
    mem_free(all->has_first);
    intern_free(&all->facts);
    intern_free(&all->names);
    VEC_FREE(all->locations);
    VEC_FREE(all->buckets);
    arena_delete(all->arena);
}
