#include "cfa/live.h"
#include "witness/output/c_text.h"
#include "witness/output/location_facts.h"
#include "witness/output/witness_entry.h"

#include <string.h>

/* Location invariants. Where the kept states of a proof cover all states in which some thread
 * stands at a location, what they have in common is said; elsewhere (open nodes, or a proof that
 * keeps other states) bounds that hold in every interleaving. */
enum { MAX_LENGTH = 240 }; /* of all that is said in one place */

static c_scope_t scope_at(const location_facts_t *all, const fact_location_t *location) {
    return (c_scope_t){.program = all->program,
                       .function = location->function,
                       .at = location->source,
                       .intervals = all->intervals};
}

/* "x == 1 || x == 2", or "x >= 1 && x <= 9"; false if it says nothing. */
static bool fact_text(strbuf_t *out, const location_facts_t *all, const fact_location_t *location,
                      const fact_t *fact) {
    if (fact->seen != all->buckets.data[fact->bucket].states) return false;
    c_scope_t scope = scope_at(all, location);
    const type_t *type;
    strbuf_t name = {0};
    bool said = c_text_variable(&name, &scope, fact->variable, &type) && c_text_has_constants(type);
    if (said && fact->value_count <= FACTS_MAX_VALUES) {
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

static void add_invariant(cJSON *content, const fact_location_t *location, source_t at,
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
static bool add_part(strbuf_t *value, const char *part) {
    if (value->len + strlen(part) + 6 > MAX_LENGTH) return false;
    strbuf_printf(value, "%s(%s)", value->len ? " && " : "", part);
    return true;
}

/* Is the cell one number in all states of the bucket? */
static bool is_fixed(const location_facts_t *all, uint32_t bucket, variable_t cell) {
    const fact_t *fact = location_facts_find(all, bucket, cell);
    return fact && fact->value_count == 1;
}

/* "a == b" for tracked cells i and j; false: they have no names, or their types differ. */
static bool equality_text(strbuf_t *out, const location_facts_t *all,
                          const fact_location_t *location, size_t i, size_t j) {
    c_scope_t scope = scope_at(all, location);
    const type_t *first, *second;
    strbuf_t name = {0}, other = {0};
    bool said = c_text_variable(&name, &scope, all->tracked[i], &first) &&
                c_text_variable(&other, &scope, all->tracked[j], &second) && first == second;
    if (said) strbuf_printf(out, "%s == %s", name.data, other.data);
    strbuf_free(&name);
    strbuf_free(&other);
    return said;
}

/* Which cells are always equal; of another bucket's states that is known already. */
static void say_equal(strbuf_t *value, const location_facts_t *all, const fact_location_t *location,
                      uint32_t number, uint32_t known) {
    const fact_bucket_t *bucket = &all->buckets.data[number];
    for (size_t i = 0; i < all->tracked_count; i++) {
        size_t j = bucket->equal[i];
        bool is_known = known != number && all->buckets.data[known].equal[i] == j;
        if (j == i || is_known || is_fixed(all, number, all->tracked[i])) continue;
        strbuf_t part = {0};
        if (equality_text(&part, all, location, j, i)) add_part(value, part.data);
        strbuf_free(&part);
    }
}

/* What holds of memory while the mutex is free, and not always. */
static void say_when_free(strbuf_t *value, const location_facts_t *all,
                          const fact_location_t *location, uint32_t number) {
    const fact_bucket_t *bucket = &all->buckets.data[number];
    for (size_t i = 0; i < bucket->facts.len; i++) {
        const fact_t *fact = bucket->facts.data[i];
        const fact_t *always = location_facts_find(all, location->all, fact->variable);
        strbuf_t part = {0};
        if (variable_kind(fact->variable) == VARIABLE_CELL && always &&
            fact->value_count < always->value_count && fact_text(&part, all, location, fact))
            add_part(value, part.data);
        strbuf_free(&part);
    }
    say_equal(value, all, location, number, location->all);
}

static void say_ghost(strbuf_t *value, const location_facts_t *all, const fact_location_t *location,
                      size_t index, ghost_t *ghost) {
    uint32_t states = all->buckets.data[location->all].states;
    uint32_t free_states = all->buckets.data[location->when_free[index]].states;
    strbuf_t part = {0}, then = {0};
    if (free_states == 0 || free_states == states)
        strbuf_printf(&part, "%s == %d", ghost->name, free_states == 0);
    else
        say_when_free(&then, all, location, location->when_free[index]);
    if (then.len) strbuf_printf(&part, "%s != 0 || (%s)", ghost->name, then.data);
    if (part.len && add_part(value, part.data)) ghost->is_used = true;
    strbuf_free(&part);
    strbuf_free(&then);
}

static void say_states(strbuf_t *value, const location_facts_t *all,
                       const fact_location_t *location, ghosts_t *ghosts) {
    const fact_bucket_t *bucket = &all->buckets.data[location->all];
    strbuf_t part = {0};
    for (size_t i = 0; i < bucket->facts.len; i++) {
        strbuf_clear(&part);
        if (fact_text(&part, all, location, bucket->facts.data[i]))
            add_part(value, strbuf_text(&part));
    }
    say_equal(value, all, location, location->all, location->all);
    for (size_t i = 0; i < ghosts->len; i++) say_ghost(value, all, location, i, &ghosts->data[i]);
    strbuf_clear(&part);
    for (unsigned i = 0;
         i < location->formula_count && location->formula_count <= FACTS_MAX_FORMULAS; i++)
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
static void say_registers(strbuf_t *value, const location_facts_t *all,
                          const fact_location_t *location) {
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

static void say_object(strbuf_t *value, const location_facts_t *all, const c_scope_t *scope,
                       const object_t *object) {
    uint64_t count = object->kind == OBJECT_GLOBAL ? type_cell_count(object->type) : 0;
    for (uint64_t i = 0; i < count && count <= FACTS_MAX_CELLS; i++) {
        cell_t cell = type_cell(object->type, i);
        variable_t variable =
            variable_cell(object->address + cell.offset, (unsigned)cell.type->size);
        fact_interval_t bounds = intervals_cell(all->intervals, variable);
        say_interval(value, scope, variable, &bounds);
    }
}

/* Of the memory that the line itself touches. */
static void say_cells(strbuf_t *value, const location_facts_t *all,
                      const fact_location_t *location) {
    c_scope_t scope = scope_at(all, location);
    map64_t said = {0};
    for (size_t i = 0; i < location->nodes.len; i++) {
        const node_t *node = location->nodes.data[i];
        for (size_t k = 0; k < node->out.len; k++) {
            const access_t *access = &node->out.data[k]->access;
            for (size_t n = 0; n < access->count && n < FACTS_MAX_CELLS; n++) {
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
static void say_globals(strbuf_t *value, const location_facts_t *all,
                        const fact_location_t *location) {
    c_scope_t scope = scope_at(all, location);
    for (size_t i = 0; !value->len && i < all->program->objects.len; i++)
        say_object(value, all, &scope, all->program->objects.data[i]);
}

static bool is_reached(const location_facts_t *all, const fact_location_t *location) {
    for (size_t i = 0; i < location->nodes.len; i++)
        if (intervals_reaches(all->intervals, location->nodes.data[i])) return true;
    return false;
}

/* Does the line's first step begin the statement? Of one on several lines a part that stands
 * further down may come first; a do looks at its condition behind its body. */
static bool begins_at_line(source_text_t *text, const fact_location_t *location,
                           const statement_t *it) {
    return it->kind != STATEMENT_DO && source_text_is_on_one_line(text, location->source.file, it);
}

static void say(const location_facts_t *all, const fact_location_t *location, ghosts_t *ghosts,
                source_text_t *text, cJSON *loops, cJSON *others) {
    source_t at;
    /* What is said must hold before the statement there, not in the midst of one. */
    const statement_t *it = source_text_first_statement(text, location->source, &at);
    if (!it || !it->is_insertable || !begins_at_line(text, location, it)) return;
    strbuf_t value = {0};
    bool trusts_states =
        all->has_states && all->intervals && !intervals_depend_on_internal(all->intervals);
    if (!location->is_open && all->buckets.data[location->all].states && trusts_states)
        say_states(&value, all, location, ghosts);
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
                                 const bool *open_nodes, cJSON **instrumentation) {
    /* Loop invariants come first: they are what a proof needs. */
    cJSON *content = cJSON_CreateArray(), *others = cJSON_CreateArray(), *item;
    intervals_t *intervals = intervals_new(task->program);
    source_text_t *text = source_text_new();
    ghosts_t ghosts = {0};
    /* Who holds which mutex is known of whole states. */
    if (task->format != WITNESS_YAML_2_0 && proof && proof->kind == PROOF_STATES)
        ghosts_find(&ghosts, task->program, text);
    location_facts_t all;
    location_facts_init(&all, task->program, intervals, &ghosts, proof, open_nodes);
    for (size_t i = 0; i < all.locations.len; i++)
        say(&all, &all.locations.data[i], &ghosts, text, content, others);
    while ((item = cJSON_DetachItemFromArray(others, 0))) cJSON_AddItemToArray(content, item);
    *instrumentation = ghosts_content(&ghosts);
    cJSON_Delete(others);
    location_facts_free(&all);
    ghosts_free(&ghosts);
    source_text_delete(text);
    intervals_delete(intervals);
    return content;
}
