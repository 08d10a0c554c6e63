#include "refine/sequence.h"
#include "tests/unit/test.h"

/* x0 = 0, x1 = x0 + 1, x1 = 5 (impossible from here on), y = 7, y = 8 (impossible by itself). */
typedef struct {
    terms_t *terms;
    solver_t *solver;
    interpolation_t how;
    const term_t *parts[5];
} world_t;

static const term_t *symbol(world_t *w, uint64_t tag, uint32_t index) {
    return term_symbol(w->terms, (sort_t){.kind = SORT_BV, .width = 32}, tag, index);
}

static const term_t *number(world_t *w, uint64_t value) {
    return term_const(w->terms, 32, value);
}

static void world_init(world_t *w) {
    *w = (world_t){.terms = terms_new()};
    w->solver = solver_new(solver_default_class(NULL), w->terms, NULL);
    w->how = interpolation_not_counting(solver_default_class(NULL));
    const term_t *x0 = symbol(w, 1, 1), *x1 = symbol(w, 1, 2), *y = symbol(w, 2, 1);
    w->parts[0] = term_equal(w->terms, x0, number(w, 0));
    w->parts[1] = term_equal(w->terms, x1, term_bv(w->terms, TERM_BVADD, x0, number(w, 1)));
    w->parts[2] = term_equal(w->terms, x1, number(w, 5));
    w->parts[3] = term_equal(w->terms, y, number(w, 7));
    w->parts[4] = term_equal(w->terms, y, number(w, 8));
}

static void world_free(world_t *w) {
    solver_delete(w->solver);
    terms_delete(w->terms);
}

static size_t count_of(world_t *w, refine_part_t part) {
    sequence_source_t source = {w->terms, w->solver, &w->how, part};
    sequence_t s = sequence_of_prefix(&source, w->parts, 5);
    CHECK_EQ(s.answer, SOLVER_UNSAT);
    CHECK(interpolants_are_valid(solver_default_class(NULL), w->terms, w->parts, s.count,
                                 s.interpolants));
    size_t count = s.count;
    sequence_free(&s);
    return count;
}

TEST(a_prefix_is_enough) {
    world_t w;
    world_init(&w);
    CHECK_EQ(count_of(&w, REFINE_PREFIX), 3);
    CHECK_EQ(count_of(&w, REFINE_WHOLE), 5);
    CHECK(sequence_is_infeasible(w.solver, w.parts, 3));
    CHECK(!sequence_is_infeasible(w.solver, w.parts, 2));
    world_free(&w);
}

TEST(what_is_preferred_excludes_the_path) {
    world_t w;
    world_init(&w);
    sequence_source_t source = {w.terms, w.solver, &w.how, REFINE_SIMPLEST};
    sequence_t s = sequence_preferred(&source, w.parts, 5);
    CHECK_EQ(s.answer, SOLVER_UNSAT);
    CHECK(s.count >= 3);
    sequence_free(&s);
    sequence_t none = sequence_without_counters(&source, w.parts, 2);
    CHECK_EQ(none.answer, SOLVER_UNKNOWN);
    sequence_free(&none);
    world_free(&w);
}
