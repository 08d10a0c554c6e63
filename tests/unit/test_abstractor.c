#include "cpa/predicate/abstractor.h"
#include "tests/unit/test.h"

/* Symbols of 3 bits: everything can be tried out. */
enum { SYMBOLS = 4, WIDTH = 3, PREDICATES = 5 };

typedef struct {
    terms_t *terms;
    solver_t *solver;
    limits_t limits;
    uint64_t random;
    uint64_t values[SYMBOLS];
} world_t;

static world_t world_new(void) {
    const char *why;
    world_t w = {.terms = terms_new(), .random = 7};
    w.solver = solver_new(solver_class_named("z3"), w.terms, &why);
    limits_init(&w.limits, 0, 0);
    return w;
}

static void world_free(world_t *w) {
    solver_delete(w->solver);
    terms_delete(w->terms);
}

static uint64_t below(world_t *w, uint64_t n) {
    w->random = w->random * 6364136223846793005u + 1442695040888963407u;
    return (w->random >> 33) % n;
}

static const term_t *symbol(world_t *w, uint64_t number) {
    return term_symbol(w->terms, (sort_t){.kind = SORT_BV, .width = WIDTH}, number, 0);
}

static const term_t *atom(world_t *w) {
    const term_t *left = symbol(w, below(w, SYMBOLS));
    const term_t *right =
        below(w, 3) ? term_const(w->terms, WIDTH, below(w, 8)) : symbol(w, below(w, SYMBOLS));
    if (!below(w, 3)) left = term_bv(w->terms, TERM_BVADD, left, symbol(w, below(w, SYMBOLS)));
    return below(w, 2) ? term_equal(w->terms, left, right)
                       : term_bv(w->terms, TERM_BVULT, left, right);
}

static const term_t *premise(world_t *w) {
    const term_t *all = term_true(w->terms);
    for (uint64_t i = below(w, 4); i > 0; i--)
        all = term_and(w->terms, all, term_or(w->terms, atom(w), atom(w)));
    return all;
}

static const term_t *value_of(void *context, const term_t *symbol) {
    world_t *w = context;
    return term_const(w->terms, WIDTH, w->values[symbol->value]);
}

static bool holds(world_t *w, const term_t *term) {
    return term_is_true(term_substitute(w->terms, term, value_of, w));
}

typedef struct {
    const term_t *const *predicates;
    unsigned assignment;
    world_t *w;
} truth_t;

/* A combination of predicates under an assignment of truth to them. */
static bool evaluate(const truth_t *truth, const term_t *t) {
    for (unsigned i = 0; i < PREDICATES; i++)
        if (truth->predicates[i] == t) return truth->assignment >> i & 1;
    switch (t->kind) {
    case TERM_TRUE: return true;
    case TERM_FALSE: return false;
    case TERM_NOT: return !evaluate(truth, t->a[0]);
    case TERM_ITE: return evaluate(truth, t->a[evaluate(truth, t->a[0]) ? 1 : 2]);
    case TERM_IFF: return evaluate(truth, t->a[0]) == evaluate(truth, t->a[1]);
    case TERM_AND:
        for (uint32_t i = 0; i < t->arity; i++)
            if (!evaluate(truth, t->a[i])) return false;
        return true;
    case TERM_OR:
        for (uint32_t i = 0; i < t->arity; i++)
            if (evaluate(truth, t->a[i])) return true;
        return false;
    default: CHECK(!"built of predicates only"); return false;
    }
}

/* Which assignments of truth to the ends do models of the premise give? */
static unsigned possible_assignments(world_t *w, const term_t *all, const term_t *const *ends) {
    unsigned found = 0;
    for (unsigned n = 0; n < 1u << (SYMBOLS * WIDTH); n++) {
        unsigned assignment = 0;
        for (unsigned s = 0; s < SYMBOLS; s++) w->values[s] = n >> (s * WIDTH) & 7;
        if (!holds(w, all)) continue;
        for (unsigned i = 0; i < PREDICATES; i++) assignment |= (unsigned)holds(w, ends[i]) << i;
        found |= 1u << assignment;
    }
    return found;
}

/* Of a conjunction: what is certain. */
static unsigned close_cartesian(unsigned assignments) {
    unsigned closed = 0;
    for (unsigned x = 0; x < 1u << PREDICATES; x++) {
        bool fits = true;
        for (unsigned i = 0; fits && i < PREDICATES; i++) {
            bool agrees = false;
            for (unsigned y = 0; y < 1u << PREDICATES; y++)
                if (assignments >> y & 1 && (x >> i & 1) == (y >> i & 1)) agrees = true;
            fits = agrees;
        }
        if (fits) closed |= 1u << x;
    }
    return closed;
}

static void try_one(world_t *w, abstractor_t *a, combination_t combination) {
    const term_t *predicates[PREDICATES], *ends[PREDICATES];
    for (unsigned i = 0; i < PREDICATES; i++) {
        bool again = true;
        while (again) {
            again = false;
            predicates[i] = atom(w);
            if (predicates[i]->kind == TERM_NOT) predicates[i] = predicates[i]->a[0];
            if (term_is_value(predicates[i])) again = true;
            for (unsigned j = 0; j < i; j++) again |= predicates[j] == predicates[i];
        }
        ends[i] = below(w, 3) ? atom(w) : predicates[i];
    }
    const term_t *all = premise(w);
    unsigned expected = possible_assignments(w, all, ends), actual = 0;
    const term_t *formula = abstractor_compute(a, all, predicates, ends, PREDICATES);
    CHECK_EQ(formula == NULL, expected == 0);
    if (!formula) return;
    for (unsigned x = 0; x < 1u << PREDICATES; x++) {
        truth_t truth = {predicates, x, w};
        actual |= (unsigned)evaluate(&truth, formula) << x;
    }
    CHECK_EQ(actual, combination == PREDICATE_CARTESIAN ? close_cartesian(expected) : expected);
}

TEST(abstractions_are_the_strongest_of_their_kind) {
    for (combination_t c = PREDICATE_BOOLEAN; c <= PREDICATE_HYBRID; c++) {
        world_t w = world_new();
        abstractor_t *a = abstractor_new(w.terms, w.solver, &w.limits, c);
        /* At most 32 cases: the hybrid never gives up. */
        for (int i = 0; i < 60; i++) try_one(&w, a, c);
        abstractor_delete(a);
        world_free(&w);
    }
}

TEST(too_many_cases_become_what_is_certain) {
    world_t w = world_new();
    abstractor_t *a = abstractor_new(w.terms, w.solver, &w.limits, PREDICATE_HYBRID);
    const term_t *predicates[8];
    /* The bits of x are free, but all are bound together; y is not. */
    const term_t *x = term_symbol(w.terms, (sort_t){.kind = SORT_BV, .width = 8}, 1, 0);
    const term_t *bound = term_not(w.terms, term_equal(w.terms, x, term_const(w.terms, 8, 77)));
    for (unsigned i = 0; i < 7; i++)
        predicates[i] =
            term_equal(w.terms, term_extract(w.terms, x, i, i), term_const(w.terms, 1, 1));
    predicates[7] = term_equal(w.terms, symbol(&w, 2), term_const(w.terms, WIDTH, 5));
    const term_t *all = term_and(w.terms, bound, predicates[7]);
    CHECK(abstractor_compute(a, all, predicates, predicates, 8) == predicates[7]);
    all = term_and(w.terms, all, predicates[3]);
    CHECK(abstractor_compute(a, all, predicates, predicates, 8) ==
          term_and(w.terms, predicates[7], predicates[3]));
    abstractor_delete(a);
    world_free(&w);
}

TEST(implication_holds_if_a_solver_says_so) {
    world_t w = world_new();
    abstractor_t *a = abstractor_new(w.terms, w.solver, &w.limits, PREDICATE_BOOLEAN);
    unsigned yes = 0, no = 0;
    for (int i = 0; i < 200; i++) {
        const term_t *p = term_and(w.terms, atom(&w), atom(&w)), *q = atom(&w);
        if (solver_satisfiable(w.solver, p) != SOLVER_SAT) continue;
        if (below(&w, 2)) q = term_and(w.terms, q, p->kind == TERM_AND ? p->a[0] : p);
        bool expected = solver_implies(w.solver, p, q) == SOLVER_UNSAT;
        CHECK_EQ(abstractor_implies(a, p, q), expected);
        CHECK_EQ(abstractor_implies(a, p, q), expected); /* as remembered */
        yes += expected;
        no += !expected;
    }
    CHECK(yes > 10 && no > 10);
    abstractor_delete(a);
    world_free(&w);
}

/* A solver that knows nothing from some question on. */
static unsigned questions_left;

static solver_answer_t tired_check(solver_t *solver, const term_t *const *assumptions,
                                   size_t count) {
    if (!questions_left) return SOLVER_UNKNOWN;
    questions_left--;
    return solver_class_named("z3")->check(solver, assumptions, count);
}

/* Whatever it did not say, no state is lost. */
TEST(solvers_that_give_up_make_it_weaker) {
    world_t w = world_new();
    solver_class_t tired = *solver_class_named("z3");
    tired.check = tired_check;
    for (unsigned round = 0; round < 90; round++) {
        const term_t *start = premise(&w), *predicates[PREDICATES];
        size_t count = 0;
        while (count < 3) {
            const term_t *p = atom(&w);
            bool fresh = !term_is_value(p) && p->kind != TERM_NOT;
            for (size_t i = 0; i < count; i++) fresh = fresh && p != predicates[i];
            if (fresh) predicates[count++] = p;
        }
        abstractor_t *exact = abstractor_new(w.terms, w.solver, &w.limits, PREDICATE_BOOLEAN);
        const term_t *all = abstractor_compute(exact, start, predicates, predicates, count);
        w.solver->class = &tired;
        questions_left = round % 5;
        abstractor_t *a = abstractor_new(w.terms, w.solver, &w.limits, (combination_t)(round % 3));
        const term_t *some = abstractor_compute(a, start, predicates, predicates, count);
        w.solver->class = solver_class_named("z3");
        CHECK(some || !all);
        if (some && all) CHECK(abstractor_implies(exact, all, some));
        abstractor_delete(a);
        abstractor_delete(exact);
    }
    world_free(&w);
}

/* Exactly those that hold in all states of the premise, and none if the solver gives up. */
TEST(facts_are_what_follows) {
    world_t w = world_new();
    solver_class_t tired = *solver_class_named("z3");
    tired.check = tired_check;
    size_t kept_in_all = 0;
    for (unsigned round = 0; round < 60; round++) {
        const term_t *start = premise(&w), *facts[PREDICATES], *ends[PREDICATES];
        bool follows[PREDICATES];
        for (size_t i = 0; i < PREDICATES; i++) {
            facts[i] = ends[i] = i % 2 ? term_or(w.terms, atom(&w), start) : atom(&w);
            follows[i] = solver_implies(w.solver, start, facts[i]) == SOLVER_UNSAT;
        }
        const term_t *before[PREDICATES];
        for (size_t i = 0; i < PREDICATES; i++) before[i] = facts[i];
        abstractor_t *a = abstractor_new(w.terms, w.solver, &w.limits, PREDICATE_BOOLEAN);
        bool is_tired = round % 3 == 2;
        if (is_tired) w.solver->class = &tired;
        questions_left = 0;
        size_t kept = abstractor_facts(a, start, facts, ends, PREDICATES);
        w.solver->class = solver_class_named("z3");
        size_t wanted = 0;
        for (size_t i = 0; i < PREDICATES; i++)
            if (follows[i] && !is_tired) CHECK(wanted < kept && facts[wanted++] == before[i]);
        CHECK_EQ(kept, wanted);
        kept_in_all += kept;
        abstractor_delete(a);
    }
    CHECK(kept_in_all > 60);
    world_free(&w);
}
