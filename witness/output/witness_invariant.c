#include "cfa/layout.h"
#include "util/hash.h"
#include "witness/output/c_text.h"
#include "witness/output/witness_entry.h"

#include <string.h>

/* Location invariants from the kept states of a proof. A location is a line of
 * a function: all nodes at which something of that line comes next. What is
 * said there holds in every kept state in which some thread stands at one of
 * them, whichever thread that is; locations where a thread may stand in a state
 * that is not covered by kept states (open nodes) are left out. */
enum {
    MAX_STATES = 200000, /* a larger proof gets no invariants: nobody would read them */
    MAX_VALUES = 6,      /* x == 1 || x == 2 ...; more become a range */
    MAX_FORMULAS = 6,
    MAX_FORMULA_LENGTH = 400,
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
    uint32_t states; /* how often a thread stood here in a kept state */
    VEC(fact_t *) facts;
    char *formulas[MAX_FORMULAS];
    unsigned formula_count; /* MAX_FORMULAS + 1: nothing can be said */
} invariant_location_t;

typedef struct invariant_collector {
    const program_t *program;
    arena_t *arena;
    VEC(invariant_location_t) locations;
    numbers_t *at_node; /* by node id: locations */
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
    VEC_PUSH(all->locations, (invariant_location_t){.function = function, .source = source});
    return found->number;
}

static void find_locations(invariant_collector_t *all, const bool *open_nodes) {
    for (size_t i = 0; i < all->program->nodes.len; i++) {
        const node_t *node = all->program->nodes.data[i];
        for (size_t k = 0; k < node->out.len; k++) {
            source_t source = node->out.data[k]->source;
            if (!source.file || !source.line) continue;
            uint32_t number = location_number(all, node->function, source);
            if (open_nodes[node->id]) all->locations.data[number].is_open = true;
            numbers_t *here = &all->at_node[node->id];
            if (!here->len || VEC_TOP(*here) != number) VEC_PUSH(*here, number);
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

static void note_thread(invariant_collector_t *all, const kept_state_t *kept, uint32_t thread) {
    const thread_t *it = &kept->configuration->threads[thread];
    const node_t *node = thread_top(it)->node;
    c_scope_t scope = {all->program, node->function, thread, it->frame_count - 1, {0}};
    const numbers_t *here = &all->at_node[node->id];
    for (size_t i = 0; i < here->len; i++) {
        invariant_location_t *location = &all->locations.data[here->data[i]];
        if (location->is_open) continue;
        location->states++;
        scope.at = location->source;
        note_formula(location, &scope, kept->formula);
        for (size_t k = 0; k < kept->binding_count; k++) {
            variable_t variable = kept->bindings[k].variable;
            if (!local_name(all, &scope, &variable)) continue;
            note_value(find_fact(all, here->data[i], variable),
                       variable_width(all->program, variable), kept->bindings[k].value);
        }
    }
}

static void collect(invariant_collector_t *all, const states_proof_t *proof) {
    for (size_t i = 0; i < proof->count; i++) {
        kept_state_t kept;
        proof->get(proof->owner, i, &kept);
        const configuration_t *c = kept.configuration;
        for (uint32_t t = 0; t < c->thread_count && !c->has_exited; t++)
            if (c->threads[t].status == THREAD_RUNNING && c->threads[t].frame_count)
                note_thread(all, &kept, t);
    }
}

/* "x == 1 || x == 2", or "x >= 1 && x <= 9"; false if it says nothing. */
static bool fact_text(strbuf_t *out, const invariant_collector_t *all,
                      const invariant_location_t *location, const fact_t *fact) {
    c_scope_t scope = {
        .program = all->program, .function = location->function, .at = location->source};
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

static bool is_loop(source_text_t *text, source_t at) {
    return source_text_has_prefix(text, at, "while") || source_text_has_prefix(text, at, "for");
}

/* What is said must hold before the statement there, not in the midst of one. */
static bool is_statement(source_text_t *text, const invariant_location_t *location, source_t at) {
    return at.line != location->function->source.line && source_text_begins_statement(text, at);
}

static void add_invariant(cJSON *content, source_text_t *text, const invariant_location_t *location,
                          source_t at, const char *value) {
    cJSON *holder = cJSON_CreateObject();
    cJSON *invariant = cJSON_AddObjectToObject(holder, "invariant");
    cJSON_AddStringToObject(invariant, "type",
                            is_loop(text, at) ? "loop_invariant" : "location_invariant");
    cJSON_AddItemToObject(invariant, "location", witness_location(at, location->function));
    cJSON_AddStringToObject(invariant, "value", value);
    cJSON_AddStringToObject(invariant, "format", "c_expression");
    cJSON_AddItemToArray(content, holder);
}

static void say(const invariant_collector_t *all, const invariant_location_t *location,
                source_text_t *text, cJSON *content) {
    source_t at = source_text_statement(text, location->source);
    if (location->is_open || !location->states || !is_statement(text, location, at)) return;
    strbuf_t value = {0}, part = {0};
    for (size_t i = 0; i < location->facts.len; i++) {
        strbuf_clear(&part);
        if (!fact_text(&part, all, location, location->facts.data[i])) continue;
        strbuf_printf(&value, "%s(%s)", value.len ? " && " : "", part.data);
    }
    if (location->formula_count && location->formula_count <= MAX_FORMULAS) {
        strbuf_add(&value, value.len ? " && (" : "(");
        for (unsigned i = 0; i < location->formula_count; i++)
            strbuf_printf(&value, "%s(%s)", i ? " || " : "", location->formulas[i]);
        strbuf_add(&value, ")");
    }
    if (value.len) add_invariant(content, text, location, at, value.data);
    strbuf_free(&value);
    strbuf_free(&part);
}

cJSON *witness_invariant_content(const witness_task_t *task, const states_proof_t *proof,
                                 const bool *open_nodes) {
    cJSON *content = cJSON_CreateArray();
    if (!proof || !open_nodes || proof->count > MAX_STATES) return content;
    invariant_collector_t all = {.program = task->program, .arena = arena_new()};
    all.at_node = mem_zalloc((task->program->nodes.len + 1) * sizeof *all.at_node);
    intern_init(&all.facts, fact_equal);
    intern_init(&all.names, key_equal);
    find_locations(&all, open_nodes);
    collect(&all, proof);
    source_text_t *text = source_text_new();
    for (size_t i = 0; i < all.locations.len; i++) {
        invariant_location_t *location = &all.locations.data[i];
        say(&all, location, text, content);
        for (unsigned k = 0; k < location->formula_count && k < MAX_FORMULAS; k++)
            mem_free(location->formulas[k]);
        VEC_FREE(location->facts);
    }
    source_text_delete(text);
    for (size_t i = 0; i < task->program->nodes.len; i++) VEC_FREE(all.at_node[i]);
    mem_free(all.at_node);
    intern_free(&all.facts);
    intern_free(&all.names);
    VEC_FREE(all.locations);
    arena_delete(all.arena);
    return content;
}
