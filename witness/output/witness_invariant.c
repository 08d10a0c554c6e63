#include "cfa/layout.h"
#include "cfa/live.h"
#include "util/hash.h"
#include "witness/output/c_text.h"
#include "witness/output/witness_entry.h"

#include <string.h>

/* Location invariants. A location is a line of a function: all nodes at which something
 * of that line comes next. Where the kept states of a proof cover all states in which some
 * thread stands at one of them, what they have in common is said; elsewhere (open nodes, or
 * a proof that keeps other states) bounds that hold in every interleaving. */
enum {
    MAX_STATES = 200000, /* a larger proof gets no invariants: nobody would read them */
    MAX_VALUES = 6,      /* x == 1 || x == 2 ...; more become a range */
    MAX_FORMULAS = 6,
    MAX_FORMULA_LENGTH = 160,
    MAX_LENGTH = 240, /* of all that is said in one place */
    MAX_CELLS = 16, /* of an object whose cells are worth a word each */
};

typedef struct fact {
    uint32_t location;
    variable_t variable; /* registers as those of thread 0, depth 0 */
    uint64_t values[MAX_VALUES];
    unsigned value_count; /* MAX_VALUES + 1: too many */
    int64_t least, greatest; /* as signed numbers of its width */
    uint32_t seen;        /* states that bind it */
} fact_t;

typedef struct invariant_location {
    const function_t *function;
    source_t source;
    bool is_open;
    bool is_first; /* of its function */
    uint32_t states; /* how often a thread stood here in a kept state */
    VEC(fact_t *) facts;
    VEC(const node_t *) nodes;
    char *formulas[MAX_FORMULAS];
    unsigned formula_count; /* MAX_FORMULAS + 1: nothing can be said */
} invariant_location_t;

typedef struct invariant_collector {
    const program_t *program;
    const intervals_t *intervals; /* NULL: none are known */
    bool has_states;              /* those of the proof were looked at */
    arena_t *arena;
    VEC(invariant_location_t) locations;
    numbers_t *at_node; /* by node id: locations */
    bool *has_first;    /* by function id: its first location was seen */
    intern_t facts;
    intern_t names; /* location_key_t -> location */
} invariant_collector_t;

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
    return a->location == b->location && a->variable == b->variable;
}

static uint32_t location_number(invariant_collector_t *all, const function_t *function,
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
    VEC_PUSH(all->locations,
             (invariant_location_t){.function = function, .source = source, .is_first = is_first});
    return found->number;
}

static void find_locations(invariant_collector_t *all, const bool *open_nodes) {
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

static fact_t *find_fact(invariant_collector_t *all, uint32_t location, variable_t variable) {
    fact_t key = {.location = location, .variable = variable};
    uint64_t hash = hash_mix(location, variable);
    fact_t *fact = intern_find(&all->facts, hash, &key);
    if (fact) return fact;
    fact = ARENA_NEW(all->arena, fact_t);
    *fact = key;
    intern_add(&all->facts, hash, fact);
    VEC_PUSH(all->locations.data[location].facts, fact);
    return fact;
}

static void note_value(fact_t *fact, unsigned width, uint64_t value) {
    int64_t number = sign_extend(value, width);
    if (!fact->seen || number < fact->least) fact->least = number;
    if (!fact->seen || number > fact->greatest) fact->greatest = number;
    fact->seen++;
    for (unsigned i = 0; i < fact->value_count && i < MAX_VALUES; i++)
        if (fact->values[i] == value) return;
    if (fact->value_count < MAX_VALUES) fact->values[fact->value_count] = value;
    if (fact->value_count <= MAX_VALUES) fact->value_count++;
}

/* The variable as the location names it, or false if it is not its business. */
static bool local_name(const invariant_collector_t *all, const c_scope_t *scope,
                       variable_t *variable) {
    if (variable_kind(*variable) == VARIABLE_CELL) {
        if (variable_address(*variable) >= LAYOUT_STACK_BASE) return false;
        const object_t *object = layout_static_at(all->program, variable_address(*variable));
        return object && type_cell_count(object->type) <= MAX_CELLS;
    }
    if (variable_kind(*variable) != VARIABLE_REG) return false;
    if (variable_thread(*variable) != scope->thread || variable_depth(*variable) != scope->depth)
        return false;
    *variable = variable_reg(0, 0, scope->function, variable_reg_number(*variable));
    return true;
}

static void note_formula(invariant_location_t *location, const c_scope_t *scope,
                         const term_t *formula) {
    if (location->formula_count > MAX_FORMULAS) return;
    strbuf_t text = {0};
    bool said = formula && c_text_formula(&text, scope, formula, MAX_FORMULA_LENGTH);
    for (unsigned i = 0; said && i < location->formula_count; i++) {
        if (strcmp(location->formulas[i], text.data) != 0) continue;
        strbuf_free(&text);
        return;
    }
    if (said && location->formula_count < MAX_FORMULAS)
        location->formulas[location->formula_count++] = mem_strdup(text.data);
    else
        location->formula_count = MAX_FORMULAS + 1; /* the disjunction says nothing, or too much */
    strbuf_free(&text);
}

/* What a half of a state says of the thread. */
static void note_bindings(invariant_collector_t *all, uint32_t number, const c_scope_t *scope,
                          const kept_state_t *half) {
    for (size_t i = 0; half && i < half->binding_count; i++) {
        variable_t variable = half->bindings[i].variable;
        if (!local_name(all, scope, &variable)) continue;
        note_value(find_fact(all, number, variable), variable_width(all->program, variable),
                   half->bindings[i].value);
    }
}

/* A thread of a kept state; of a proof that keeps halves, common is the other one. */
static void note_thread(invariant_collector_t *all, const kept_state_t *kept, uint32_t thread,
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
        invariant_location_t *location = &all->locations.data[here->data[i]];
        if (location->is_open) continue;
        location->states++;
        scope.at = location->source;
        note_formula(location, &scope, common ? NULL : kept->formula);
        note_bindings(all, here->data[i], &scope, kept);
        note_bindings(all, here->data[i], &scope, common);
    }
}

static void collect_states(invariant_collector_t *all, const states_proof_t *proof) {
    for (size_t i = 0; i < proof->count; i++) {
        kept_state_t kept;
        proof->get(proof->owner, i, &kept);
        const configuration_t *c = kept.configuration;
        for (uint32_t t = 0; t < c->thread_count && !c->has_exited; t++)
            note_thread(all, &kept, t, NULL);
    }
}

/* Main and each local with the common half, once each; false: there are too many. */
static bool note_pair(invariant_collector_t *all, map64_t *seen, const kept_state_t *commons,
                      const kept_state_t *locals, uint32_t common, uint32_t local) {
    uint64_t key = (uint64_t)common << 32 | local, there;
    if (map64_get(seen, key, &there)) return true;
    map64_put(seen, key, 1);
    if (local)
        note_thread(all, &locals[local], 1, &commons[common]);
    else
        note_thread(all, &commons[common], 0, NULL);
    return seen->len <= MAX_STATES;
}

static bool collect_crowd(invariant_collector_t *all, const crowd_proof_t *proof, map64_t *seen) {
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

static bool collect_pairs(invariant_collector_t *all, const pair_proof_t *proof, map64_t *seen) {
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
static bool collect(invariant_collector_t *all, const proof_t *proof) {
    map64_t seen = {0};
    bool fits = true;
    switch (proof->kind) {
    case PROOF_STATES:
        fits = proof->states.count <= MAX_STATES;
        if (fits) collect_states(all, &proof->states);
        break;
    case PROOF_CROWD: fits = collect_crowd(all, proof->crowd, &seen); break;
    case PROOF_PAIRS: fits = collect_pairs(all, proof->pairs, &seen); break;
    default: fits = false; break;
    }
    map64_free(&seen);
    return fits;
}

static c_scope_t scope_at(const invariant_collector_t *all, const invariant_location_t *location) {
    return (c_scope_t){.program = all->program,
                       .function = location->function,
                       .at = location->source,
                       .intervals = all->intervals};
}

/* "x == 1 || x == 2", or "x >= 1 && x <= 9"; false if it says nothing. */
static bool fact_text(strbuf_t *out, const invariant_collector_t *all,
                      const invariant_location_t *location, const fact_t *fact) {
    c_scope_t scope = scope_at(all, location);
    const type_t *type;
    strbuf_t name = {0};
    bool said = fact->seen == location->states &&
                c_text_variable(&name, &scope, fact->variable, &type) && c_text_has_constants(type);
    if (said && fact->value_count <= MAX_VALUES) {
        for (unsigned i = 0; i < fact->value_count; i++) {
            if (i) strbuf_add(out, " || ");
            c_text_equals(out, strbuf_text(&name), type, fact->values[i]);
        }
    } else if (said && type->is_signed) {
        strbuf_printf(out, "%s >= ", name.data);
        c_text_constant(out, type, (uint64_t)fact->least & width_mask(type->bits));
        strbuf_printf(out, " && %s <= ", name.data);
        c_text_constant(out, type, (uint64_t)fact->greatest & width_mask(type->bits));
    } else {
        said = false; /* a range of unsigned numbers is not kept */
    }
    strbuf_free(&name);
    return said;
}

static void add_invariant(cJSON *content, const invariant_location_t *location, source_t at,
                          bool is_loop, const char *value) {
    cJSON *holder = cJSON_CreateObject();
    cJSON *invariant = cJSON_AddObjectToObject(holder, "invariant");
    cJSON_AddStringToObject(invariant, "type", is_loop ? "loop_invariant" : "location_invariant");
    cJSON_AddItemToObject(invariant, "location", witness_location(at, location->function));
    cJSON_AddStringToObject(invariant, "value", value);
    cJSON_AddStringToObject(invariant, "format", "c_expression");
    cJSON_AddItemToArray(content, holder);
}

/* The text of one place: short parts, as many as there is room for. */
static void add_part(strbuf_t *value, const char *part) {
    if (value->len + strlen(part) + 6 > MAX_LENGTH) return;
    strbuf_printf(value, "%s(%s)", value->len ? " && " : "", part);
}

static void say_states(strbuf_t *value, const invariant_collector_t *all,
                       const invariant_location_t *location) {
    strbuf_t part = {0};
    for (size_t i = 0; i < location->facts.len; i++) {
        strbuf_clear(&part);
        if (fact_text(&part, all, location, location->facts.data[i]))
            add_part(value, strbuf_text(&part));
    }
    strbuf_clear(&part);
    for (unsigned i = 0; i < location->formula_count && location->formula_count <= MAX_FORMULAS;
         i++)
        strbuf_printf(&part, "%s(%s)", i ? " || " : "", location->formulas[i]);
    if (part.len) add_part(value, part.data);
    strbuf_free(&part);
}

/* "x == 1", "x >= 1 && x <= 9", "x <= 9"; false if it says nothing. */
static bool interval_text(strbuf_t *out, const char *name, const type_t *type,
                          const fact_interval_t *value) {
    fact_interval_t all = interval_all(type->bits);
    bool is_signed = type->kind == TYPE_INT && type->is_signed;
    uint64_t low = is_signed ? (uint64_t)value->low : value->least;
    uint64_t high = is_signed ? (uint64_t)value->high : value->most;
    bool has_low = is_signed ? value->low > all.low : value->least > 0;
    bool has_high = is_signed ? value->high < all.high : value->most < all.most;
    if (interval_is_constant(value)) {
        c_text_equals(out, name, type, value->least);
        return true;
    }
    if (has_low) {
        strbuf_printf(out, "%s >= ", name);
        c_text_constant(out, type, low & width_mask(type->bits));
    }
    if (has_high) {
        strbuf_printf(out, "%s%s <= ", has_low ? " && " : "", name);
        c_text_constant(out, type, high & width_mask(type->bits));
    }
    return has_low || has_high;
}

static void say_interval(strbuf_t *value, const c_scope_t *scope, variable_t variable,
                         const fact_interval_t *interval) {
    strbuf_t name = {0}, part = {0};
    const type_t *type;
    bool is_truth;
    if (!interval->is_empty && c_text_variable(&name, scope, variable, &type) &&
        (type->kind == TYPE_INT || type->kind == TYPE_BOOL)) {
        is_truth = type->kind == TYPE_BOOL && !interval_is_constant(interval);
        if (!is_truth && interval_text(&part, strbuf_text(&name), type, interval))
            add_part(value, part.data);
    }
    strbuf_free(&name);
    strbuf_free(&part);
}

/* Registers that are live where the line begins are in scope there. */
static void say_registers(strbuf_t *value, const invariant_collector_t *all,
                          const invariant_location_t *location) {
    const node_t *first = NULL;
    c_scope_t scope = scope_at(all, location);
    for (size_t i = 0; i < location->nodes.len; i++)
        if (!first || location->nodes.data[i]->rpo < first->rpo) first = location->nodes.data[i];
    for (reg_t r = 0; first && r < location->function->regs.len; r++) {
        if (!live_at(first, r)) continue;
        fact_interval_t joined = interval_empty();
        for (size_t i = 0; i < location->nodes.len; i++) {
            const node_t *node = location->nodes.data[i];
            if (!intervals_reaches(all->intervals, node)) continue;
            fact_interval_t here = intervals_reg(all->intervals, node, r);
            joined = interval_join(&joined, &here);
        }
        say_interval(value, &scope, variable_reg(0, 0, location->function, r), &joined);
    }
}

static void say_object(strbuf_t *value, const invariant_collector_t *all, const c_scope_t *scope,
                       const object_t *object) {
    uint64_t count = object->kind == OBJECT_GLOBAL ? type_cell_count(object->type) : 0;
    for (uint64_t i = 0; i < count && count <= MAX_CELLS; i++) {
        cell_t cell = type_cell(object->type, i);
        variable_t variable =
            variable_cell(object->address + cell.offset, (unsigned)cell.type->size);
        fact_interval_t bounds = intervals_cell(all->intervals, variable);
        say_interval(value, scope, variable, &bounds);
    }
}

/* Of the memory that the line itself touches. */
static void say_cells(strbuf_t *value, const invariant_collector_t *all,
                      const invariant_location_t *location) {
    c_scope_t scope = scope_at(all, location);
    map64_t said = {0};
    for (size_t i = 0; i < location->nodes.len; i++) {
        const node_t *node = location->nodes.data[i];
        for (size_t k = 0; k < node->out.len; k++) {
            const access_t *access = &node->out.data[k]->access;
            for (size_t n = 0; n < access->count && n < MAX_CELLS; n++) {
                uint64_t there;
                if (map64_get(&said, access->objects[n]->id, &there)) continue;
                map64_put(&said, access->objects[n]->id, 1);
                say_object(value, all, &scope, access->objects[n]);
            }
        }
    }
    map64_free(&said);
}

/* Of all memory, if nothing else is known. */
static void say_globals(strbuf_t *value, const invariant_collector_t *all,
                        const invariant_location_t *location) {
    c_scope_t scope = scope_at(all, location);
    for (size_t i = 0; !value->len && i < all->program->objects.len; i++)
        say_object(value, all, &scope, all->program->objects.data[i]);
}

static bool is_reached(const invariant_collector_t *all, const invariant_location_t *location) {
    for (size_t i = 0; i < location->nodes.len; i++)
        if (intervals_reaches(all->intervals, location->nodes.data[i])) return true;
    return false;
}

static void say(const invariant_collector_t *all, const invariant_location_t *location,
                source_text_t *text, cJSON *loops, cJSON *others) {
    source_t at;
    /* What is said must hold before the statement there, not in the midst of one. */
    const statement_t *it = source_text_first_statement(text, location->source, &at);
    if (!it || !it->is_insertable) return;
    strbuf_t value = {0};
    bool trusts_states =
        all->has_states && all->intervals && !intervals_depend_on_internal(all->intervals);
    if (!location->is_open && location->states && trusts_states) say_states(&value, all, location);
    bool is_loop = it->kind == STATEMENT_LOOP;
    if (!value.len && all->intervals && is_reached(all, location)) {
        say_registers(&value, all, location);
        say_cells(&value, all, location);
        if (is_loop || location->is_first) say_globals(&value, all, location);
    }
    if (value.len) add_invariant(is_loop ? loops : others, location, at, is_loop, value.data);
    strbuf_free(&value);
}

cJSON *witness_invariant_content(const witness_task_t *task, const proof_t *proof,
                                 const bool *open_nodes) {
    /* Loop invariants come first: they are what a proof needs. */
    cJSON *content = cJSON_CreateArray(), *others = cJSON_CreateArray(), *item;
    intervals_t *intervals = intervals_new(task->program);
    invariant_collector_t all = {
        .program = task->program, .intervals = intervals, .arena = arena_new()};
    all.at_node = mem_zalloc((task->program->nodes.len + 1) * sizeof *all.at_node);
    all.has_first = mem_zalloc(task->program->functions.len + 1);
    intern_init(&all.facts, fact_equal);
    intern_init(&all.names, key_equal);
    find_locations(&all, open_nodes);
    all.has_states = proof && open_nodes && collect(&all, proof);
    source_text_t *text = source_text_new();
    for (size_t i = 0; i < all.locations.len; i++) {
        invariant_location_t *location = &all.locations.data[i];
        say(&all, location, text, content, others);
        for (unsigned k = 0; k < location->formula_count && k < MAX_FORMULAS; k++)
            mem_free(location->formulas[k]);
        VEC_FREE(location->facts);
        VEC_FREE(location->nodes);
    }
    while ((item = cJSON_DetachItemFromArray(others, 0))) cJSON_AddItemToArray(content, item);
    cJSON_Delete(others);
    source_text_delete(text);
    for (size_t i = 0; i < task->program->nodes.len; i++) VEC_FREE(all.at_node[i]);
    mem_free(all.at_node);
    mem_free(all.has_first);
    intern_free(&all.facts);
    intern_free(&all.names);
    VEC_FREE(all.locations);
    arena_delete(all.arena);
    intervals_delete(intervals);
    return content;
}
