#include "engine/candidates/candidates.h"

#include "engine/candidates/relations.h"

/* Of a group with few states everything and nothing can be said. */
enum { STEPS = 400000, FEWEST_ROWS = 6, MOST_OF_PART = 20 };

typedef struct collection {
    predicate_precision_t *precision;
    terms_t *terms;
    relations_t found;
    map64_t bounds;
    map64_t always; /* ids of what all states of the group have in common */
} collection_t;

static void add_fact(collection_t *c, const sample_group_t *group, const term_t *condition,
                     const term_t *relation, size_t *left) {
    uint64_t known;
    if (!*left || map64_get(&c->always, relation->id, &known)) return;
    if (term_is_true(condition)) map64_put(&c->always, relation->id, 1);
    const term_t *fact = term_implies(c->terms, condition, relation);
    *left -= predicate_precision_add_for(c->precision, group->places, fact);
}

/* What all states of the group have in common, for those states where the condition holds. */
static void add_facts(collection_t *c, const sample_group_t *group, const term_t *condition) {
    bool determined[SAMPLE_MAX_VARIABLES] = {0};
    size_t left = MOST_OF_PART;
    for (unsigned kind = 0; kind < RELATION_KIND_COUNT; kind++) {
        VEC_CLEAR(c->found);
        relations_find(group, (relation_kind_t)kind, c->terms, &c->bounds, determined, &c->found);
        for (size_t i = 0; i < c->found.len; i++)
            add_fact(c, group, condition, c->found.data[i], &left);
    }
}

static void note_bounds(collection_t *c, const sample_group_t *group, const term_t *condition) {
    (void)condition;
    relations_note_bounds(group, &c->bounds);
}

/* The group as a whole, and by cases: behind a loop that an input bounds there are two, if that
 * may be negative. */
static void for_each_part(collection_t *c, const sample_group_t *group,
                          void (*visit)(collection_t *c, const sample_group_t *part,
                                        const term_t *condition)) {
    if (group->row_count < FEWEST_ROWS) return;
    map64_clear(&c->always);
    visit(c, group, term_true(c->terms));
    for (size_t i = 0; i < group->variable_count; i++) {
        sample_group_t parts[2];
        if (!group->is_bound[i]) continue;
        const term_t *negative = relations_split(group, i, c->terms, parts);
        if (parts[0].row_count >= FEWEST_ROWS && parts[1].row_count) {
            visit(c, &parts[0], term_not(c->terms, negative));
            if (parts[1].row_count >= FEWEST_ROWS) visit(c, &parts[1], negative);
        }
        VEC_FREE(parts[0].values);
        VEC_FREE(parts[1].values);
    }
}

void candidates_add(predicate_precision_t *precision, const engine_context_t *context) {
    samples_t samples;
    samples_take(&samples, context, STEPS);
    collection_t collection = {.precision = precision, .terms = context->terms};
    for (size_t i = 0; i < samples.groups.len; i++)
        for_each_part(&collection, &samples.groups.data[i], note_bounds);
    for (size_t i = 0; i < samples.groups.len; i++)
        for_each_part(&collection, &samples.groups.data[i], add_facts);
    VEC_FREE(collection.found);
    map64_free(&collection.always);
    map64_free(&collection.bounds);
    samples_free(&samples);
}
