#include "cpa/symbolic/questions.h"
#include "tests/unit/test.h"

/* Random conditions over four symbols of two bits, compared with a look at all
 * values. */
enum { SYMBOLS = 4, WIDTH = 2 };

typedef struct {
    terms_t *terms;
    const term_t *symbols[SYMBOLS];
    uint64_t state;
    unsigned values;
} trial_t;

static unsigned below(trial_t *t, unsigned n) {
    t->state = t->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(t->state >> 33) % n;
}

static const term_t *random_term(trial_t *t) {
    const term_t *a = t->symbols[below(t, SYMBOLS)];
    switch (below(t, 3)) {
    case 0: return term_const(t->terms, WIDTH, below(t, 4));
    case 1: return term_bv(t->terms, TERM_BVADD, a, t->symbols[below(t, SYMBOLS)]);
    default: return a;
    }
}

static const term_t *random_condition(trial_t *t) {
    const term_t *a = random_term(t), *b = random_term(t);
    const term_t *c =
        below(t, 2) ? term_equal(t->terms, a, b) : term_bv(t->terms, TERM_BVULT, a, b);
    return below(t, 2) ? c : term_not(t->terms, c);
}

static const term_t *value_of(void *context, const term_t *symbol) {
    const trial_t *t = context;
    for (unsigned i = 0; i < SYMBOLS; i++)
        if (t->symbols[i] == symbol) return term_const(t->terms, WIDTH, t->values >> (2 * i) & 3);
    return NULL;
}

static bool can_hold(trial_t *t, const term_t *condition) {
    for (t->values = 0; t->values < 256; t->values++)
        if (term_is_true(term_substitute(t->terms, condition, value_of, t))) return true;
    return false;
}

TEST(answers_are_those_of_a_look_at_all_values) {
    trial_t t = {.terms = terms_new(), .state = 7};
    solver_t *solver = solver_new(solver_default_class(NULL), t.terms, NULL);
    questions_t *q = questions_new(t.terms, solver);
    const sort_t sort = {.kind = SORT_BV, .width = WIDTH};
    /* One of them is named like those that questions number. */
    for (uint32_t i = 0; i < SYMBOLS; i++)
        t.symbols[i] = term_symbol(t.terms, sort, i, i == 3 ? 0 : 5);
    t.symbols[3] = term_symbol(t.terms, sort, 0, 1);
    unsigned possible = 0, impossible = 0;
    for (int n = 0; n < 400; n++) {
        const term_t *known = term_true(t.terms);
        for (unsigned i = below(&t, 4); i; i--) {
            const term_t *more = term_and(t.terms, known, random_condition(&t));
            if (can_hold(&t, more)) known = more;
        }
        const term_t *condition = random_condition(&t);
        const term_t *all = term_and(t.terms, known, condition);
        bool expected = can_hold(&t, all);
        CHECK_EQ(questions_possible(q, known, all), expected);
        CHECK_EQ(questions_follows(q, known, term_not(t.terms, condition)), !expected);
        if (expected)
            possible++;
        else
            impossible++;
    }
    CHECK(possible > 50 && impossible > 50);
    questions_delete(q);
    solver_delete(solver);
    terms_delete(t.terms);
}

TEST(what_has_nothing_to_do_with_it_is_not_asked) {
    terms_t *terms = terms_new();
    solver_t *solver = solver_new(solver_default_class(NULL), terms, NULL);
    questions_t *q = questions_new(terms, solver);
    const sort_t sort = {.kind = SORT_BV, .width = 32};
    const term_t *x = term_symbol(terms, sort, 1, 0), *y = term_symbol(terms, sort, 2, 0);
    const term_t *five = term_const(terms, 32, 5), *nine = term_const(terms, 32, 9);
    const term_t *low = term_bv(terms, TERM_BVULT, x, five);
    const term_t *high = term_bv(terms, TERM_BVULT, y, five);
    uint64_t before = solver_stats.checks;
    CHECK(!questions_possible(q, low, term_and(terms, low, term_equal(terms, x, nine))));
    CHECK_EQ(solver_stats.checks, before + 1);
    /* The same of another symbol, and beside something else. */
    const term_t *both = term_and(terms, low, high);
    CHECK(!questions_possible(q, both, term_and(terms, both, term_equal(terms, y, nine))));
    CHECK_EQ(solver_stats.checks, before + 1);
    questions_delete(q);
    solver_delete(solver);
    terms_delete(terms);
}
