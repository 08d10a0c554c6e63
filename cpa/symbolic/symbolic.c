#include "cpa/symbolic/symbolic.h"

#include "cfa/live.h"
#include "cpa/core/memory.h"
#include "cpa/symbolic/naming.h"
#include "cpa/symbolic/questions.h"
#include "cpa/symbolic/weakening.h"
#include "cpa/value/value.h"
#include "cpa/value/value_part.h"
#include "util/arena.h"
#include "util/hash.h"

/* Larger terms are forgotten, more conditions are not kept, and an access through
 * an unknown address is one step if there are more addresses that it can have. With
 * more values that it can have, a value is not one of few. */
enum { MAX_TERM = 40, MAX_CONDITIONS = 24, MAX_CASES = 16, MAX_FIXES = 2 };

typedef struct symbolic_part {
    const value_part_t *values;
    const block_t *facts; /* no variable that values bind occurs in them */
} symbolic_part_t;

typedef struct symbolic {
    cpa_t cpa;
    cpa_t *value;
    terms_t *terms;
    questions_t *questions;
    blocks_t *blocks;
    arena_t *arena;
    intern_t parts;
    weakening_t *weakening;
    bool splits, met_few;
    parts_t successors; /* of the value analysis */
    facts_t draft;
    VEC(block_item_t) items; /* scratch */
    term_vec_t old, symbols;
    block_fix_t fixes[MAX_FIXES];
    size_t fix_count;
} symbolic_t;

static bool same_part(const void *in_table, const void *key) {
    const symbolic_part_t *a = in_table, *b = key;
    return a->values == b->values && a->facts == b->facts;
}

static part_t intern_part(symbolic_t *s, const value_part_t *values, const block_t *facts) {
    symbolic_part_t key = {values, facts};
    uint64_t hash = hash_mix(map64_pointer(values), map64_pointer(facts));
    symbolic_part_t *part = intern_find(&s->parts, hash, &key);
    if (part) return part;
    part = ARENA_NEW(s->arena, symbolic_part_t);
    *part = key;
    intern_add(&s->parts, hash, part);
    return part;
}

/* Names. */

typedef struct {
    const symbolic_t *s;
    const configuration_t *where;
    const block_t *written; /* what has an equation is no name */
} scope_t;

static bool has_equation(const block_t *facts, variable_t variable) {
    size_t low = 0, high = facts->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (facts->items[middle].variable < variable)
            low = middle + 1;
        else
            high = middle;
    }
    return low < facts->count && facts->items[low].variable == variable;
}

/* Is there such a variable in the configuration, and may it be read again? */
static bool is_of_use(const symbolic_t *s, const configuration_t *c, variable_t v) {
    place_t place;
    uint32_t thread = variable_thread(v);
    switch (variable_kind(v)) {
    case VARIABLE_CELL: return memory_find(s->cpa.program, c, variable_address(v), &place);
    case VARIABLE_EXIT:
        return thread < c->thread_count && c->threads[thread].status == THREAD_ENDED;
    default: return live_in(c, v);
    }
}

static bool is_name(void *context, variable_t variable) {
    const scope_t *scope = context;
    return !has_equation(scope->written, variable) && is_of_use(scope->s, scope->where, variable);
}

/* Conditions that came with the step. Those that follow from the old ones say
 * nothing new; false: they cannot hold. */
static bool take_conditions(symbolic_t *s, const term_t *before, const term_t *after) {
    term_vec_t *conditions = &s->draft.conditions;
    VEC_CLEAR(*conditions);
    term_conjuncts(s->terms, after, conditions);
    if (before == after) return true;
    if (!questions_possible(s->questions, before, after)) return false;
    VEC_CLEAR(s->old);
    term_conjuncts(s->terms, before, &s->old);
    size_t kept = 0;
    for (size_t i = 0; i < conditions->len; i++) {
        const term_t *condition = conditions->data[i];
        bool is_old = false;
        for (size_t j = 0; !is_old && j < s->old.len; j++) is_old = s->old.data[j] == condition;
        if (is_old || !questions_follows(s->questions, before, condition))
            conditions->data[kept++] = condition;
    }
    conditions->len = kept;
    return true;
}

static void take_equations(symbolic_t *s, const scope_t *scope) {
    VEC_CLEAR(s->draft.equations);
    for (uint32_t i = 0; i < scope->written->count; i++) {
        const block_item_t *item = &scope->written->items[i];
        if (block_is_input(item->variable) || item->value->sort.kind != SORT_BV) continue;
        if (!is_of_use(s, scope->where, item->variable)) continue;
        VEC_PUSH(s->draft.equations, *item);
    }
}

static void add_equation(facts_t *facts, variable_t variable, const term_t *value) {
    size_t at = facts->equations.len;
    VEC_PUSH(facts->equations, (block_item_t){0});
    for (; at && facts->equations.data[at - 1].variable > variable; at--)
        facts->equations.data[at] = facts->equations.data[at - 1];
    facts->equations.data[at] = (block_item_t){variable, value};
}

/* The symbol that an equality defines, and its value. Of two symbols the one that
 * is no name goes, else that of the larger variable. */
static bool splits_into(const symbolic_t *s, scope_t *scope, const term_t *condition,
                        const term_t **symbol, const term_t **value) {
    if (condition->kind != TERM_EQ) return false;
    for (int i = 0; i < 2; i++) {
        const term_t *a = condition->a[i], *b = condition->a[1 - i];
        if (a->kind != TERM_SYMBOL || term_contains(s->terms, b, a)) continue;
        bool a_goes = block_is_input(a->value) || !is_name(scope, a->value);
        bool is_other =
            i == 0 && b->kind == TERM_SYMBOL && !a_goes &&
            (block_is_input(b->value) || !is_name(scope, b->value) || b->value > a->value);
        if (is_other) continue;
        *symbol = a;
        *value = b;
        return true;
    }
    return false;
}

static void solve_equalities(symbolic_t *s, scope_t *scope) {
    term_vec_t *conditions = &s->draft.conditions;
    const term_t *symbol, *value;
    for (size_t i = 0; i < conditions->len;) {
        if (!splits_into(s, scope, conditions->data[i], &symbol, &value)) {
            i++;
            continue;
        }
        conditions->data[i] = VEC_TOP(*conditions);
        conditions->len--;
        facts_substitute(&s->draft, s->terms, symbol, value);
        if (!block_is_input(symbol->value) && is_name(scope, symbol->value))
            add_equation(&s->draft, symbol->value, value);
        i = 0;
    }
}

/* All that the draft speaks of. */
static void collect_symbols(symbolic_t *s) {
    VEC_CLEAR(s->symbols);
    for (size_t i = 0; i < s->draft.equations.len; i++)
        term_symbols(s->terms, s->draft.equations.data[i].value, &s->symbols);
    for (size_t i = 0; i < s->draft.conditions.len; i++)
        term_symbols(s->terms, s->draft.conditions.data[i], &s->symbols);
}

/* What the value analysis learnt in this step of variables that were names. */
static void take_values(symbolic_t *s, scope_t *scope, const value_part_t *values) {
    collect_symbols(s);
    for (size_t i = 0; i < s->symbols.len; i++) {
        const term_t *symbol = s->symbols.data[i];
        uint64_t known;
        if (block_is_input(symbol->value) || !is_name(scope, symbol->value)) continue;
        if (value_lookup(s->value, values, symbol->value, &known))
            facts_substitute(&s->draft, s->terms, symbol,
                             term_const(s->terms, symbol->sort.width, known));
    }
}

/* Constants belong to the value analysis. Large terms are given up: the variable
 * becomes the name of its value. */
static const value_part_t *settle_equations(symbolic_t *s, const value_part_t *values) {
    size_t kept = 0;
    for (size_t i = 0; i < s->draft.equations.len; i++) {
        block_item_t item = s->draft.equations.data[i];
        if (value_binds(s->value, values, item.variable)) continue;
        if (term_is_value(item.value))
            values = value_bind(s->value, values, item.variable, item.value->value);
        else
            s->draft.equations.data[kept++] = item;
    }
    s->draft.equations.len = kept;
    return values;
}

static void forget_large(symbolic_t *s) {
    size_t kept = 0;
    for (size_t i = 0; i < s->draft.equations.len; i++)
        if (term_size(s->terms, s->draft.equations.data[i].value) <= MAX_TERM)
            s->draft.equations.data[kept++] = s->draft.equations.data[i];
    s->draft.equations.len = kept;
    kept = 0;
    for (size_t i = 0; i < s->draft.conditions.len && kept < MAX_CONDITIONS; i++)
        if (term_size(s->terms, s->draft.conditions.data[i]) <= MAX_TERM)
            s->draft.conditions.data[kept++] = s->draft.conditions.data[i];
    s->draft.conditions.len = kept;
}

static bool is_at_loop_head(const step_t *step) {
    const configuration_t *c = step->after;
    if (step->thread >= c->thread_count) return false;
    const thread_t *thread = &c->threads[step->thread];
    return thread->status == THREAD_RUNNING && thread_top(thread)->node->is_loop_head;
}

static const term_t *draft_condition(symbolic_t *s) {
    return term_and_n(s->terms, s->draft.conditions.data, s->draft.conditions.len);
}

static const block_t *draft_block(symbolic_t *s, const term_t *condition) {
    return block_of(s->blocks, condition, s->draft.equations.data, s->draft.equations.len);
}

static void take_facts(symbolic_t *s, const block_t *facts) {
    VEC_CLEAR(s->draft.equations);
    for (uint32_t i = 0; i < facts->count; i++) VEC_PUSH(s->draft.equations, facts->items[i]);
    VEC_CLEAR(s->draft.conditions);
    term_conjuncts(s->terms, facts->condition, &s->draft.conditions);
}

/* Values that are one of few. */

/* Will what the draft says of this value and others be lost, having no name? */
static bool loses_relations(symbolic_t *s, scope_t *scope, const term_t *symbol) {
    if (!block_is_input(symbol->value) && is_name(scope, symbol->value)) return false;
    bool has_relations = false;
    for (size_t i = 0; i < s->draft.equations.len; i++) {
        const term_t *value = s->draft.equations.data[i].value;
        if (value == symbol) return false; /* which names it */
        has_relations = has_relations || term_contains(s->terms, value, symbol);
    }
    for (size_t i = 0; !has_relations && i < s->draft.conditions.len; i++) {
        const term_t *condition = s->draft.conditions.data[i];
        VEC_CLEAR(s->old);
        term_symbols(s->terms, condition, &s->old);
        has_relations = s->old.len > 1 && term_contains(s->terms, condition, symbol);
    }
    return has_relations;
}

/* The value with the fewest possibilities; of all, or of those about to be lost. While
 * there are no cases, that there is one is remembered. */
static bool find_few(symbolic_t *s, scope_t *scope, bool all, few_t *few) {
    bool found = false;
    few_t here;
    if (!s->splits && s->met_few) return false;
    collect_symbols(s);
    for (size_t i = 0; i < s->symbols.len; i++) {
        if (!facts_few(&s->draft, s->symbols.data[i], MAX_CASES, &here)) continue;
        if (found && here.count >= few->count) continue;
        if (!all && !loses_relations(s, scope, here.symbol)) continue;
        *few = here;
        found = true;
    }
    s->met_few = s->met_few || found;
    return s->splits && found;
}

static void conclude_named(symbolic_t *s, scope_t *scope, const value_part_t *values,
                           const step_t *step, parts_t *out);

/* One case for each value. */
static void conclude_each(symbolic_t *s, scope_t *scope, const value_part_t *values, few_t few,
                          const step_t *step, parts_t *out) {
    unsigned width = few.symbol->sort.width;
    bool is_named = !block_is_input(few.symbol->value) && is_name(scope, few.symbol->value);
    const block_t *facts = draft_block(s, draft_condition(s));
    for (uint64_t i = 0; i < few.count; i++) {
        const term_t *value = term_const(s->terms, width, (few.first + i) & width_mask(width));
        take_facts(s, facts);
        facts_substitute(&s->draft, s->terms, few.symbol, value);
        if (is_named) add_equation(&s->draft, few.symbol->value, value);
        if (!questions_possible(s->questions, term_true(s->terms), draft_condition(s))) continue;
        conclude_named(s, scope, settle_equations(s, values), step, out);
    }
}

/* What the draft says, with names for all values. */
static void conclude_named(symbolic_t *s, scope_t *scope, const value_part_t *values,
                           const step_t *step, parts_t *out) {
    few_t few;
    if (find_few(s, scope, false, &few)) {
        conclude_each(s, scope, values, few, step, out);
        return;
    }
    if (s->draft.equations.len || s->draft.conditions.len)
        facts_rename(&s->draft, s->terms, is_name, scope);
    const term_t *condition = draft_condition(s);
    if (term_is_false(condition)) return;
    const block_t *facts = draft_block(s, condition);
    if (is_at_loop_head(step)) {
        const block_t *weaker = weakening_apply(s->weakening, step->after, values, facts);
        if (weaker != facts && find_few(s, scope, true, &few)) {
            scope_t renamed = {s, step->after, facts};
            conclude_each(s, &renamed, values, few, step, out);
            return;
        }
        facts = weaker;
    }
    VEC_PUSH(*out, intern_part(s, values, facts));
}

/* The states after a step; none: its conditions cannot hold. */
static void conclude(symbolic_t *s, const symbolic_part_t *from, const value_part_t *values,
                     const block_t *after, const step_t *step, parts_t *out) {
    scope_t scope = {s, step->after, after};
    if (!take_conditions(s, from->facts->condition, after->condition)) return;
    take_equations(s, &scope);
    if (s->draft.equations.len || s->draft.conditions.len) {
        solve_equalities(s, &scope);
        take_values(s, &scope, values);
        values = settle_equations(s, values);
        forget_large(s);
    }
    conclude_named(s, &scope, values, step, out);
}

/* The first variable whose value is one of two constants, which a condition
 * decides: the outcome of a comparison. */
static size_t find_outcome(const block_t *block) {
    size_t i = 0;
    for (; i < block->count; i++) {
        const term_t *value = block->items[i].value;
        if (value->kind == TERM_ITE && term_is_value(value->a[1]) && term_is_value(value->a[2]))
            break;
    }
    return i;
}

/* Outcomes of comparisons become one state each: the values that were compared may
 * be gone when the outcome is looked at. */
static void conclude_cases(symbolic_t *s, const symbolic_part_t *from, const value_part_t *values,
                           const block_t *after, const step_t *step, parts_t *out) {
    size_t at = find_outcome(after);
    if (at == after->count) {
        conclude(s, from, values, after, step, out);
        return;
    }
    const term_t *outcome = after->items[at].value;
    for (int truth = 1; truth >= 0; truth--) {
        const term_t *holds = truth ? outcome->a[0] : term_not(s->terms, outcome->a[0]);
        const term_t *condition = term_and(s->terms, after->condition, holds);
        if (!questions_possible(s->questions, from->facts->condition, condition)) continue;
        VEC_CLEAR(s->items);
        for (uint32_t i = 0; i < after->count; i++) VEC_PUSH(s->items, after->items[i]);
        s->items.data[at].value = outcome->a[truth ? 1 : 2];
        const block_t *decided = block_of(s->blocks, condition, s->items.data, s->items.len);
        conclude_cases(s, from, values, decided, step, out);
    }
}

/* Steps. */

static bool known_value(void *context, variable_t variable, uint64_t *value) {
    void **both = context;
    return value_lookup(both[0], both[1], variable, value);
}

typedef struct {
    symbolic_t *s;
    const term_t *known, *condition, *address, *outside;
    uint64_t at[MAX_CASES];
    size_t count;
} symbolic_cases_t;

static bool add_case(void *context, uint64_t address) {
    symbolic_cases_t *cases = context;
    symbolic_t *s = cases->s;
    const term_t *here = term_equal(s->terms, cases->address,
                                    term_const(s->terms, cases->address->sort.width, address));
    if (term_is_false(here)) return true;
    if (!questions_possible(s->questions, cases->known, term_and(s->terms, cases->condition, here)))
        return true;
    if (cases->count == MAX_CASES) return false;
    cases->at[cases->count++] = address;
    cases->outside = term_and(s->terms, cases->outside, term_not(s->terms, here));
    return true;
}

/* A store that goes to one address leaves the others as they are, of which the
 * value analysis does not know. */
static const value_part_t *restore_values(symbolic_t *s, const symbolic_part_t *from,
                                          const value_part_t *values, const block_t *after,
                                          const configuration_t *where) {
    const bindings_t *memory = from->values->memory;
    if (values->memory == memory) return values;
    for (uint32_t i = 0; i < memory->count; i++) {
        variable_t cell = memory->at[i].variable;
        if (value_binds(s->value, values, cell) || has_equation(after, cell) ||
            !is_of_use(s, where, cell))
            continue;
        values = value_bind(s->value, values, cell, memory->at[i].value);
    }
    return values;
}

static void follow(symbolic_t *s, const symbolic_part_t *from, const value_part_t *values,
                   const step_t *step, const term_t *outside, parts_t *out);

/* One case for each address that the access can have; false: they are too many. */
static bool follow_cases(symbolic_t *s, const symbolic_part_t *from, const value_part_t *values,
                         const step_t *step, const term_t *outside, const term_t *address,
                         unsigned size, parts_t *out) {
    const term_t *known = from->facts->condition;
    symbolic_cases_t cases = {.s = s,
                              .known = known,
                              .condition = term_and(s->terms, known, outside),
                              .address = address,
                              .outside = outside};
    if (s->fix_count == MAX_FIXES || step->edge->access.anything) return false;
    if (!memory_candidates(s->cpa.program, step->before, step->edge, size, add_case, &cases))
        return false;
    block_fix_t *fix = &s->fixes[s->fix_count++];
    for (size_t i = 0; i < cases.count; i++) {
        *fix = (block_fix_t){address, cases.at[i], false};
        follow(s, from, values, step, outside, out);
    }
    *fix = (block_fix_t){address, 0, true};
    if (questions_possible(s->questions, known, term_and(s->terms, known, cases.outside)))
        follow(s, from, values, step, cases.outside, out);
    s->fix_count--;
    return true;
}

static void follow(symbolic_t *s, const symbolic_part_t *from, const value_part_t *values,
                   const step_t *step, const term_t *outside, parts_t *out) {
    void *both[2] = {s->value, (void *)(uintptr_t)from->values};
    unsigned size;
    blocks_know(s->blocks, known_value, both);
    blocks_fix(s->blocks, s->fixes, s->fix_count);
    const block_t *after = block_step(s->blocks, from->facts, step);
    if (!after) return;
    const term_t *address = blocks_open_address(s->blocks, &size);
    if (address && follow_cases(s, from, values, step, outside, address, size, out)) return;
    if (!term_is_true(outside))
        after = block_of(s->blocks, term_and(s->terms, after->condition, outside), after->items,
                         after->count);
    if (s->fix_count && !address) values = restore_values(s, from, values, after, step->after);
    conclude_cases(s, from, values, after, step, out);
}

static void symbolic_transfer(cpa_t *cpa, part_t part, const step_t *step, parts_t *out) {
    symbolic_t *s = (symbolic_t *)cpa;
    const symbolic_part_t *from = part;
    VEC_CLEAR(s->successors);
    s->value->class->transfer(s->value, from->values, step, &s->successors);
    for (size_t i = 0; i < s->successors.len; i++)
        follow(s, from, s->successors.data[i], step, term_true(s->terms), out);
}

static part_t symbolic_initial(cpa_t *cpa, const configuration_t *start) {
    symbolic_t *s = (symbolic_t *)cpa;
    return intern_part(s, s->value->class->initial(s->value, start), block_empty(s->blocks, false));
}

/* Coverage. */

typedef struct {
    symbolic_t *s;
    const symbolic_part_t *part;
} reading_t;

static const term_t *value_in(void *context, const term_t *symbol) {
    const reading_t *reading = context;
    symbolic_t *s = reading->s;
    void *both[2] = {s->value, (void *)(uintptr_t)reading->part->values};
    blocks_know(s->blocks, known_value, both);
    return block_value(s->blocks, reading->part->facts, symbol->value);
}

static bool symbolic_covers(cpa_t *cpa, const configuration_t *where, part_t covering,
                            part_t covered) {
    symbolic_t *s = (symbolic_t *)cpa;
    const symbolic_part_t *cover = covering, *part = covered;
    if (cover->values != part->values &&
        !s->value->class->covers(s->value, where, cover->values, part->values))
        return false;
    if (cover->facts == part->facts) return true;
    reading_t reading = {s, part};
    const term_t *known = part->facts->condition;
    for (uint32_t i = 0; i < cover->facts->count; i++) {
        const block_item_t *item = &cover->facts->items[i];
        const term_t *here = value_in(&reading, block_symbol(s->blocks, item->variable));
        const term_t *there = term_substitute(s->terms, item->value, value_in, &reading);
        if (!questions_follows(s->questions, known, term_equal(s->terms, here, there)))
            return false;
    }
    return questions_follows(
        s->questions, known,
        term_substitute(s->terms, cover->facts->condition, value_in, &reading));
}

static uint64_t symbolic_cover_key(cpa_t *cpa, const configuration_t *where, part_t part) {
    const symbolic_t *s = (const symbolic_t *)cpa;
    return s->value->class->cover_key(s->value, where, ((const symbolic_part_t *)part)->values);
}

static void symbolic_cover_keys(cpa_t *cpa, const configuration_t *where, part_t part,
                                parts_t *keys) {
    const symbolic_t *s = (const symbolic_t *)cpa;
    s->value->class->cover_keys(s->value, where, ((const symbolic_part_t *)part)->values, keys);
}

static bool symbolic_query(cpa_t *cpa, part_t part, const configuration_t *where, uint32_t thread,
                           const expr_t *expr, uint64_t *value) {
    const symbolic_t *s = (const symbolic_t *)cpa;
    return value_evaluate(s->value, ((const symbolic_part_t *)part)->values, where, thread, expr,
                          value);
}

/* Output. */

static const term_t *formula_of(symbolic_t *s, const block_t *facts) {
    const term_t *formula = facts->condition;
    for (uint32_t i = 0; i < facts->count; i++)
        formula = term_and(s->terms, formula,
                           term_equal(s->terms, block_symbol(s->blocks, facts->items[i].variable),
                                      facts->items[i].value));
    return formula;
}

static void symbolic_describe(cpa_t *cpa, part_t described, const configuration_t *where,
                              description_t *out) {
    symbolic_t *s = (symbolic_t *)cpa;
    const symbolic_part_t *part = described;
    s->value->class->describe(s->value, part->values, where, out);
    const term_t *formula = formula_of(s, part->facts);
    if (term_is_true(formula)) return;
    out->formula = out->formula ? term_and(s->terms, out->formula, formula) : formula;
}

static void print_symbol(strbuf_t *out, uint64_t tag, uint32_t index, void *context) {
    (void)index;
    variable_print(out, context, tag);
}

static void symbolic_print(cpa_t *cpa, part_t printed, strbuf_t *out) {
    symbolic_t *s = (symbolic_t *)cpa;
    const symbolic_part_t *part = printed;
    s->value->class->print(s->value, part->values, out);
    const term_t *formula = formula_of(s, part->facts);
    if (!term_is_true(formula))
        term_print(out, formula, print_symbol, (void *)(uintptr_t)cpa->program);
}

static void symbolic_destroy(cpa_t *cpa) {
    symbolic_t *s = (symbolic_t *)cpa;
    blocks_delete(s->blocks);
    intern_free(&s->parts);
    weakening_delete(s->weakening);
    questions_delete(s->questions);
    VEC_FREE(s->successors);
    facts_free(&s->draft);
    VEC_FREE(s->items);
    VEC_FREE(s->old);
    VEC_FREE(s->symbols);
    arena_delete(s->arena);
    mem_free(s);
}

static bool symbolic_excludes(cpa_t *cpa, part_t part, const configuration_t *where,
                              const meeting_t *meeting) {
    symbolic_t *s = (symbolic_t *)cpa;
    const symbolic_part_t *from = part;
    void *both[2] = {s->value, (void *)(uintptr_t)from->values};
    blocks_know(s->blocks, known_value, both);
    blocks_fix(s->blocks, NULL, 0);
    const term_t *known = from->facts->condition;
    const term_t *meets = block_meeting(s->blocks, from->facts, where, meeting);
    return term_is_false(meets) ||
           !questions_possible(s->questions, known, term_and(s->terms, known, meets));
}

static const cpa_class_t symbolic_class = {
    .name = "symbolic",
    .destroy = symbolic_destroy,
    .initial = symbolic_initial,
    .transfer = symbolic_transfer,
    .covers = symbolic_covers,
    .cover_key = symbolic_cover_key,
    .cover_keys = symbolic_cover_keys,
    .evaluate = symbolic_query,
    .excludes = symbolic_excludes,
    .describe = symbolic_describe,
    .print = symbolic_print,
};

void symbolic_split_few(cpa_t *cpa, bool splits) {
    ((symbolic_t *)cpa)->splits = splits;
}

bool symbolic_met_few(const cpa_t *cpa) {
    return ((const symbolic_t *)cpa)->met_few;
}

cpa_t *symbolic_new(const program_t *program, terms_t *terms, solver_t *solver, cpa_t *value,
                    const focus_t *focus) {
    symbolic_t *s = mem_zalloc(sizeof *s);
    s->cpa = (cpa_t){&symbolic_class, program};
    s->value = value;
    s->terms = terms;
    s->questions = questions_new(terms, solver);
    s->blocks = blocks_new(program, terms);
    blocks_focus(s->blocks, focus);
    s->arena = arena_new();
    intern_init(&s->parts, same_part);
    s->weakening = weakening_new(terms, s->blocks);
    return &s->cpa;
}
