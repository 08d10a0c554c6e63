#include "refine/impact/cover.h"
#include "refine/impact/label.h"
#include "tests/unit/test.h"

typedef struct {
    terms_t *terms;
    labels_t *labels;
    const term_t *x, *y;
} world_t;

static world_t world_new(void) {
    world_t w = {.terms = terms_new()};
    w.labels = labels_new(w.terms);
    sort_t i32 = {.kind = SORT_BV, .width = 32};
    w.x = term_symbol(w.terms, i32, 1, 0);
    w.y = term_symbol(w.terms, i32, 2, 0);
    return w;
}

static void world_free(world_t *w) {
    labels_delete(w->labels);
    terms_delete(w->terms);
}

static const term_t *is(world_t *w, const term_t *variable, uint64_t value) {
    return term_equal(w->terms, variable, term_const(w->terms, 32, value));
}

TEST(labels_are_sets) {
    world_t w = world_new();
    const label_t *both = label_and(w.labels, label_true(w.labels), is(&w, w.x, 1));
    both = label_and(w.labels, both, is(&w, w.y, 2));
    const label_t *other = label_and(w.labels, label_true(w.labels),
                                     term_and(w.terms, is(&w, w.y, 2), is(&w, w.x, 1)));
    CHECK(both == other);
    CHECK_EQ(both->count, 2);
    CHECK(label_has(both, is(&w, w.y, 2)));
    CHECK(!label_has(both, is(&w, w.y, 3)));
    CHECK(label_and(w.labels, both, is(&w, w.x, 1)) == both);
    CHECK(label_term(w.labels, label_true(w.labels)) == term_true(w.terms));
    world_free(&w);
}

TEST(a_conjunct_and_its_negation_are_false) {
    world_t w = world_new();
    const label_t *one = label_and(w.labels, label_true(w.labels), is(&w, w.x, 1));
    CHECK(label_and(w.labels, one, term_not(w.terms, is(&w, w.x, 1))) == label_false(w.labels));
    CHECK(label_and(w.labels, one, term_false(w.terms))->is_false);
    CHECK(label_and(w.labels, label_false(w.labels), is(&w, w.x, 1))->is_false);
    world_free(&w);
}

/* By syntax, by the table, by the solver: the counter says who was asked. */
TEST(an_implication_is_asked_once) {
    world_t w = world_new();
    stats_t stats = {0};
    solver_t *solver = solver_new(solver_default_class(NULL), w.terms, NULL);
    implications_t *table = implications_new(w.labels, w.terms, solver, &stats);
    const term_t *small = term_bv(w.terms, TERM_BVULT, w.x, term_const(w.terms, 32, 5));
    const label_t *one = label_and(w.labels, label_true(w.labels), is(&w, w.x, 1));
    const label_t *both = label_and(w.labels, one, is(&w, w.y, 2));
    const label_t *weak = label_and(w.labels, label_true(w.labels), small);
    CHECK(label_implies(table, both, one));
    CHECK(label_implies(table, one, label_true(w.labels)));
    CHECK(label_implies(table, label_false(w.labels), both));
    CHECK(!label_implies(table, label_true(w.labels), one));
    CHECK(!label_implies(table, one, both)); /* says nothing of y */
    CHECK_EQ(stats.cover_checks, 0);
    CHECK(label_implies(table, one, weak));
    CHECK(!label_implies(table, weak, one));
    CHECK_EQ(stats.cover_checks, 2);
    CHECK(label_implies(table, one, weak));
    CHECK(!label_implies(table, weak, one));
    CHECK_EQ(stats.cover_checks, 2);
    implications_delete(table);
    solver_delete(solver);
    world_free(&w);
}

TEST(a_label_may_be_impossible_without_being_false) {
    world_t w = world_new();
    stats_t stats = {0};
    solver_t *solver = solver_new(solver_default_class(NULL), w.terms, NULL);
    implications_t *table = implications_new(w.labels, w.terms, solver, &stats);
    const label_t *one = label_and(w.labels, label_true(w.labels), is(&w, w.x, 1));
    CHECK(!label_is_impossible(table, one));
    CHECK(label_is_impossible(table, label_and(w.labels, one, is(&w, w.x, 2))));
    CHECK(!label_is_impossible(table, label_and(w.labels, one, is(&w, w.y, 2))));
    implications_delete(table);
    solver_delete(solver);
    world_free(&w);
}
