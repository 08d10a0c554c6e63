/* Each test runs on every solver that is there; Z3 always is. */

#include "tests/unit/random_terms.h"
#include "tests/unit/test.h"

#include "solver/solver.h"

static const sort_t boolean = {.kind = SORT_BOOL};
static const sort_t memory = {.kind = SORT_ARRAY, .width = 8, .index_width = 32};

static const term_t *var(terms_t *terms, unsigned width, uint64_t tag) {
    return term_symbol(terms, (sort_t){.kind = SORT_BV, .width = (uint8_t)width}, tag, 0);
}
static const term_t *flag(terms_t *terms, uint64_t tag) {
    return term_symbol(terms, boolean, tag, 0);
}
static const term_t *num(terms_t *terms, uint64_t value) {
    return term_const(terms, 32, value);
}

/* Runs body with every available solver. */
#define WITH_EACH_SOLVER(terms, solver)                                                            \
    for (size_t class_ = 0; solver_classes[class_]; class_++)                                      \
        for (struct open open_ = open_solver(solver_classes[class_]); open_.solver;                \
             close_solver(&open_))                                                                 \
            for (terms_t *terms = open_.terms; terms; terms = NULL)                                \
                for (solver_t *solver = open_.solver; solver; solver = NULL)

struct open {
    terms_t *terms;
    solver_t *solver;
};

static struct open open_solver(const solver_class_t *class) {
    const char *why = NULL;
    struct open open = {.terms = terms_new()};
    open.solver = solver_new(class, open.terms, &why);
    if (!open.solver) {
        CHECK(why != NULL);
        CHECK(strcmp(class->name, "z3") != 0);
        terms_delete(open.terms);
    }
    return open;
}

static void close_solver(struct open *open) {
    solver_delete(open->solver);
    terms_delete(open->terms);
    open->solver = NULL;
}

TEST(classes) {
    const char *why = NULL;
    const solver_class_t *class = solver_default_class(&why);
    CHECK(class != NULL);
    CHECK(solver_class_named(class->name) == class);
    CHECK(solver_class_named("z3") != NULL);
    CHECK(solver_class_named("mathsat") != NULL);
    CHECK(solver_class_named("nobody") == NULL);
    CHECK(solver_class_available(solver_class_named("z3"), &why));
    CHECK(solver_default_class(NULL) == class); /* whichever are missing */
}

TEST(push_and_pop) {
    WITH_EACH_SOLVER(terms, solver) {
        const term_t *x = var(terms, 32, 1);
        solver_assert(solver, term_bv(terms, TERM_BVULT, x, num(terms, 10)));
        CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT);
        for (int i = 0; i < 3; i++) {
            solver_push(solver);
            solver_assert(solver, term_bv(terms, TERM_BVULT, num(terms, 8), x));
            CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT);
            CHECK(solver_evaluate(solver, x) == num(terms, 9));
            solver_push(solver);
            solver_assert(solver, term_not(terms, term_equal(terms, x, num(terms, 9))));
            CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_UNSAT);
            solver_pop(solver);
            CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT);
            solver_pop(solver);
        }
        CHECK_EQ(solver_satisfiable(solver, term_equal(terms, x, num(terms, 3))), SOLVER_SAT);
        CHECK_EQ(solver_satisfiable(solver, term_equal(terms, x, num(terms, 10))), SOLVER_UNSAT);
        CHECK_EQ(solver_implies(solver, term_equal(terms, x, num(terms, 3)),
                                term_bv(terms, TERM_BVULT, x, num(terms, 4))),
                 SOLVER_UNSAT);
        CHECK_EQ(solver_implies(solver, term_bv(terms, TERM_BVULT, x, num(terms, 4)),
                                term_equal(terms, x, num(terms, 3))),
                 SOLVER_SAT);
    }
}

TEST(assumptions_and_cores) {
    WITH_EACH_SOLVER(terms, solver) {
        const term_t *x = var(terms, 32, 1), *y = var(terms, 32, 2), *z = var(terms, 32, 3);
        const term_t *p[4];
        for (uint64_t i = 0; i < 4; i++) p[i] = flag(terms, 10 + i);
        solver_assert(solver, term_implies(terms, p[0], term_bv(terms, TERM_BVSLT, x, y)));
        solver_assert(solver, term_implies(terms, p[1], term_bv(terms, TERM_BVSLT, y, z)));
        solver_assert(solver,
                      term_implies(terms, term_not(terms, p[2]), term_bv(terms, TERM_BVSLT, z, x)));
        solver_assert(solver, term_implies(terms, p[3], term_equal(terms, z, num(terms, 5))));
        const term_t *all[] = {p[3], p[0], p[1], term_not(terms, p[2])};
        CHECK_EQ(solver_check(solver, all, 4), SOLVER_UNSAT);
        CHECK(solver_has_core(solver));
        bool in_core[4] = {false};
        solver_core(solver, in_core);
        CHECK(in_core[1] && in_core[2] && in_core[3]); /* a core need not be minimal */
        CHECK_EQ(solver_check(solver, all, 3), SOLVER_SAT);
        CHECK(!solver_has_core(solver));
        CHECK(solver_evaluate(solver, z) == num(terms, 5));
        CHECK(term_is_true(solver_evaluate(solver, term_bv(terms, TERM_BVSLT, x, z))));
        CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT);
        const term_t *q = flag(terms, 20), *r = flag(terms, 21), *s = flag(terms, 22);
        solver_assert(solver, term_or(terms, term_not(terms, q), term_not(terms, s)));
        const term_t *three[] = {q, r, s};
        bool in_core_of_three[3] = {false};
        CHECK_EQ(solver_check(solver, three, 3), SOLVER_UNSAT);
        solver_core(solver, in_core_of_three);
        CHECK(in_core_of_three[0] && !in_core_of_three[1] && in_core_of_three[2]);
        /* an assumption that is excluded by itself, and none that matters */
        solver_push(solver);
        solver_assert(solver, term_not(terms, r));
        const term_t *never[] = {r};
        bool in_core_of_never[1] = {false};
        CHECK_EQ(solver_check(solver, never, 1), SOLVER_UNSAT);
        solver_core(solver, in_core_of_never);
        CHECK(in_core_of_never[0]);
        solver_pop(solver);
        solver_push(solver);
        solver_assert(solver, term_bv(terms, TERM_BVSLT, z, x));
        solver_assert(solver, term_bv(terms, TERM_BVSLT, x, z));
        CHECK_EQ(solver_check(solver, never, 1), SOLVER_UNSAT);
        solver_core(solver, in_core_of_never);
        solver_pop(solver);
        CHECK_EQ(solver_check(solver, never, 1), SOLVER_SAT);
        /* an assumption about what nothing else mentions is in the model */
        const term_t *alone[] = {flag(terms, 30), term_not(terms, flag(terms, 31))};
        CHECK_EQ(solver_check(solver, alone, 2), SOLVER_SAT);
        CHECK(term_is_true(solver_evaluate(solver, flag(terms, 30))));
        CHECK(term_is_false(solver_evaluate(solver, flag(terms, 31))));
    }
}

/* What the model leaves open still has one value. */
TEST(models) {
    WITH_EACH_SOLVER(terms, solver) {
        const term_t *x = var(terms, 32, 1), *open = var(terms, 32, 2), *c = var(terms, 8, 3);
        const term_t *a = term_symbol(terms, memory, 4, 0), *p = flag(terms, 5);
        const term_t *read = term_select(terms, a, x);
        const term_t *f = term_apply(terms, 3, 32, &x, 1);
        solver_assert(solver, term_equal(terms, read, c));
        solver_assert(
            solver, term_bv(terms, TERM_BVULT, num(terms, 200), term_resize(terms, c, 32, false)));
        solver_assert(solver, term_equal(terms, f, term_bv(terms, TERM_BVADD, x, x)));
        solver_assert(solver, term_equal(terms, x, num(terms, 0xfffffff0u)));
        CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT);
        const term_t *value = solver_evaluate(solver, c);
        CHECK(value->kind == TERM_CONST && value->value > 200);
        CHECK(solver_evaluate(solver, read) == value);
        CHECK(solver_evaluate(solver, term_select(terms, a, num(terms, 0xfffffff0u))) == value);
        CHECK(solver_evaluate(solver, f) == num(terms, 0xffffffe0u));
        CHECK(solver_evaluate(solver, term_resize(terms, x, 64, true)) ==
              term_const(terms, 64, 0xfffffffffffffff0u));
        const term_t *some = solver_evaluate(solver, open);
        CHECK_EQ(some->kind, TERM_CONST);
        CHECK(solver_evaluate(solver, term_bv(terms, TERM_BVADD, open, num(terms, 1))) ==
              term_bv(terms, TERM_BVADD, some, num(terms, 1)));
        CHECK(term_is_value(solver_evaluate(solver, p)));
        CHECK_EQ(solver_evaluate(solver, term_select(terms, a, open))->kind, TERM_CONST);
        CHECK(solver_evaluate(solver, num(terms, 4)) == num(terms, 4));
    }
}

TEST(arrays) {
    WITH_EACH_SOLVER(terms, solver) {
        const term_t *a = term_symbol(terms, memory, 1, 0), *b = term_symbol(terms, memory, 2, 0);
        const term_t *i = var(terms, 32, 3), *j = var(terms, 32, 4);
        const term_t *v = var(terms, 8, 5);
        const term_t *stored = term_equal(terms, b, term_store(terms, a, i, v));
        const term_t *differ =
            term_not(terms, term_equal(terms, term_select(terms, a, j), term_select(terms, b, j)));
        solver_assert(solver, stored);
        solver_assert(solver, differ);
        CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT);
        CHECK(solver_evaluate(solver, i) == solver_evaluate(solver, j));
        CHECK_EQ(solver_satisfiable(solver, term_not(terms, term_equal(terms, i, j))),
                 SOLVER_UNSAT);
        const term_t *zero = term_const_array(terms, 32, term_const(terms, 8, 0));
        CHECK_EQ(
            solver_satisfiable(
                solver, term_and(terms, term_equal(terms, b, zero),
                                 term_not(terms, term_equal(terms, v, term_const(terms, 8, 0))))),
            SOLVER_UNSAT);
    }
}

/* The solvers' operators are those the constructors fold. */
TEST(operators_mean_the_same) {
    WITH_EACH_SOLVER(terms, solver) {
        random_terms_t *r = calloc(1, sizeof *r);
        r->state = 99991;
        for (term_kind_t kind = TERM_BVADD; kind <= TERM_BVSLE; kind++) {
            for (int w = 0; w < RANDOM_WIDTHS; w++) {
                unsigned width = random_widths[w];
                const term_t *x = var(terms, width, 1), *y = var(terms, width, 2);
                const term_t *applied = term_bv(terms, kind, x, y);
                for (int i = 0; i < 6; i++) {
                    const term_t *a = term_const(terms, width, random_value(r, width));
                    const term_t *b = term_const(terms, width, i ? random_value(r, width) : 0);
                    solver_push(solver);
                    solver_assert(solver, term_equal(terms, x, a));
                    solver_assert(solver, term_equal(terms, y, b));
                    CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT);
                    CHECK(solver_evaluate(solver, applied) == term_bv(terms, kind, a, b));
                    solver_assert(solver, term_not(terms, term_equal(terms, applied,
                                                                     term_bv(terms, kind, a, b))));
                    CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_UNSAT);
                    solver_pop(solver);
                }
            }
        }
        free(r);
    }
}

static const term_t *from_model(void *context, const term_t *symbol) {
    return solver_evaluate(context, symbol);
}

/* Random formulas: the solvers agree, and models are models by evaluation. */
TEST(random_formulas) {
    enum { ROUNDS = 200 };
    static signed char answers[ROUNDS];
    unsigned sat = 0, unsat = 0;
    bool first = true;
    WITH_EACH_SOLVER(terms, solver) {
        random_terms_t *r = calloc(1, sizeof *r);
        r->state = 1234567;
        solver->milliseconds = 50;
        for (int round = 0; round < ROUNDS; round++) {
            r->used = 0;
            solver_push(solver);
            for (int i = 0; i < 3; i++) solver_assert(solver, build(terms, random_bool(r, 2)));
            r->used = 0;
            const term_t *last = build(terms, random_bool(r, 3));
            solver_assert(solver, last);
            solver_answer_t answer = solver_check(solver, NULL, 0);
            if (answer == SOLVER_SAT) {
                sat++;
                CHECK(term_is_true(term_substitute(terms, last, from_model, solver)));
            }
            unsat += answer == SOLVER_UNSAT;
            if (!first && answer != SOLVER_UNKNOWN && answers[round] != SOLVER_UNKNOWN)
                CHECK_EQ(answer, answers[round]);
            answers[round] = (signed char)answer;
            solver_pop(solver);
        }
        first = false;
        free(r);
    }
    CHECK(sat > ROUNDS / 10 && unsat > ROUNDS / 10);
}

typedef struct models {
    unsigned seen[64]; /* by assignment to up to 6 predicates */
    unsigned calls, stop_after;
    size_t count;
} models_t;

static bool note_model(void *context, const int8_t *values) {
    models_t *models = context;
    models->calls++;
    for (unsigned row = 0; row < 1u << models->count; row++) {
        bool fits = true;
        for (size_t i = 0; i < models->count; i++)
            fits = fits && (values[i] < 0 || values[i] == (int8_t)(row >> i & 1));
        models->seen[row] += fits;
    }
    return models->calls != models->stop_after;
}

TEST(all_sat) {
    WITH_EACH_SOLVER(terms, solver) {
        const term_t *x = var(terms, 32, 1), *q = flag(terms, 2);
        const term_t *predicates[] = {
            term_bv(terms, TERM_BVULT, x, num(terms, 5)),
            term_equal(terms, x, num(terms, 7)),
            q,
            term_bv(terms, TERM_BVULT, x, num(terms, 20)),
        };
        solver_assert(solver, term_bv(terms, TERM_BVULT, x, num(terms, 10)));
        for (int again = 0; again < 2; again++) {
            models_t models = {.count = 4};
            CHECK_EQ(solver_all_sat(solver, predicates, 4, note_model, &models), SOLVER_UNSAT);
            for (unsigned row = 0; row < 16; row++) {
                bool low = row & 1, seven = row & 2, twenty = row & 8;
                CHECK_EQ(models.seen[row] > 0, twenty && !(low && seven));
            }
        }
        models_t some = {.count = 4, .stop_after = 2};
        CHECK_EQ(solver_all_sat(solver, predicates, 4, note_model, &some), SOLVER_SAT);
        CHECK_EQ(some.calls, 2);
        models_t none = {.count = 0};
        CHECK_EQ(solver_all_sat(solver, NULL, 0, note_model, &none), SOLVER_UNSAT);
        CHECK_EQ(none.calls, 1);
        /* constants, negations and the same predicate twice */
        const term_t *odd[] = {term_true(terms), predicates[1], term_not(terms, predicates[1]),
                               predicates[1]};
        models_t odd_models = {.count = 4};
        CHECK_EQ(solver_all_sat(solver, odd, 4, note_model, &odd_models), SOLVER_UNSAT);
        for (unsigned row = 0; row < 16; row++)
            CHECK_EQ(odd_models.seen[row] > 0, row == 5 || row == 11);
        solver_push(solver);
        solver_assert(solver, term_equal(terms, x, num(terms, 30)));
        models_t empty = {.count = 4};
        CHECK_EQ(solver_all_sat(solver, predicates, 4, note_model, &empty), SOLVER_UNSAT);
        CHECK_EQ(empty.calls, 0);
        solver_pop(solver);
        CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT);
    }
}

/* Random predicates: all solvers find the same assignments. */
TEST(all_sat_agrees) {
    enum { ROUNDS = 60 };
    static bool rows[ROUNDS][16], complete[ROUNDS];
    bool first = true;
    unsigned compared = 0, done = 0;
    WITH_EACH_SOLVER(terms, solver) {
        random_terms_t *r = calloc(1, sizeof *r);
        r->state = 31337;
        solver->milliseconds = 50; /* some divisions of 64 bits take forever */
        for (int round = 0; round < ROUNDS; round++) {
            r->used = 0;
            const term_t *predicates[4];
            solver_push(solver);
            solver_assert(solver, build(terms, random_bool(r, 2)));
            for (int i = 0; i < 4; i++) predicates[i] = build(terms, random_bool(r, 2));
            models_t models = {.count = 4};
            solver_answer_t answer = solver_all_sat(solver, predicates, 4, note_model, &models);
            CHECK(answer != SOLVER_SAT);
            bool both = !first && complete[round] && answer == SOLVER_UNSAT;
            for (int row = 0; row < 16; row++) {
                if (both) CHECK_EQ(rows[round][row], models.seen[row] > 0);
                rows[round][row] = models.seen[row] > 0;
            }
            complete[round] = answer == SOLVER_UNSAT;
            done += complete[round];
            compared += both;
            solver_pop(solver);
        }
        first = false;
        free(r);
    }
    CHECK(done > ROUNDS / 2);
    CHECK(compared == 0 || compared > ROUNDS / 2);
}

/* That a number of 63 bits is prime is too hard for any of them, so the limit
 * must end it, and the solver must go on working. */
TEST(time_limit) {
    WITH_EACH_SOLVER(terms, solver) {
        const term_t *x = var(terms, 64, 1), *y = var(terms, 64, 2);
        const term_t *one = term_const(terms, 64, 1);
        const term_t *limit = term_const(terms, 64, 1ull << 32);
        solver_push(solver);
        solver_assert(solver, term_equal(terms, term_bv(terms, TERM_BVMUL, x, y),
                                         term_const(terms, 64, (1ull << 63) - 25)));
        solver_assert(solver, term_bv(terms, TERM_BVULT, one, x));
        solver_assert(solver, term_bv(terms, TERM_BVULT, x, y));
        solver_assert(solver, term_bv(terms, TERM_BVULT, y, limit));
        solver->milliseconds = 300;
        CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_UNKNOWN);
        CHECK(solver->why_unknown != NULL);
        solver_pop(solver);
        solver->milliseconds = 0;
        CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT);
        CHECK_EQ(solver_satisfiable(solver, term_equal(terms, x, y)), SOLVER_SAT);
    }
}

TEST(deep_terms) {
    WITH_EACH_SOLVER(terms, solver) {
        const term_t *x = var(terms, 32, 1), *t = x, *path = term_true(terms);
        for (uint32_t i = 0; i < 2000; i++) {
            const term_t *next = term_symbol(terms, x->sort, 1, i + 1);
            const term_t *last = term_symbol(terms, x->sort, 1, i);
            path =
                term_and(terms, path, term_equal(terms, next, term_bv(terms, TERM_BVADD, last, x)));
            t = next;
        }
        solver_assert(solver, path);
        solver_assert(solver, term_equal(terms, x, num(terms, 3)));
        CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT);
        CHECK(solver_evaluate(solver, t) == num(terms, 6003));
    }
}

TEST(statistics) {
    solver_stats_t before = solver_stats;
    WITH_EACH_SOLVER(terms, solver) {
        before = solver_stats;
        solver_assert(solver, flag(terms, 1));
        solver_check(solver, NULL, 0);
        solver_satisfiable(solver, term_not(terms, flag(terms, 1)));
        CHECK_EQ(solver_stats.checks, before.checks + 2);
        CHECK_EQ(solver_stats.sat, before.sat + 1);
        CHECK_EQ(solver_stats.unsat, before.unsat + 1);
        CHECK(solver_stats.seconds >= before.seconds);
    }
}

/* A library that is not there makes MathSAT unavailable, and Z3 the default. */
TEST(without_mathsat) {
    const char *named = getenv("HEDDLE_MATHSAT");
    char *saved = named ? strdup(named) : NULL;
    setenv("HEDDLE_MATHSAT", "no/such/library.so", 1);
    const char *why = NULL;
    CHECK(!solver_class_available(solver_class_named("mathsat"), &why));
    CHECK(why != NULL);
    CHECK(solver_default_class(&why) == solver_class_named("z3"));
    setenv("HEDDLE_MATHSAT", "/proc/self/exe", 1); /* not a library of that kind */
    CHECK(!solver_class_available(solver_class_named("mathsat"), &why));
    if (saved)
        setenv("HEDDLE_MATHSAT", saved, 1);
    else
        unsetenv("HEDDLE_MATHSAT");
    free(saved);
}

/* Whoever made the proof, another one checks it, where there are two. */
TEST(the_check_uses_the_other_solver) {
    const char *why;
    const solver_class_t *z3 = solver_class_named("z3"), *mathsat = solver_class_named("mathsat");
    bool has_both =
        z3 && mathsat && solver_class_available(z3, &why) && solver_class_available(mathsat, &why);
    const solver_class_t *search = solver_choose(SOLVER_TO_SEARCH, NULL, NULL, &why);
    if (!CHECK(search != NULL)) return;
    const solver_class_t *check = solver_choose(SOLVER_TO_CHECK, NULL, search->name, &why);
    if (!CHECK(check != NULL)) return;
    CHECK_EQ(check != search, has_both);
    /* A proof in which no solver took part may be checked by any. */
    CHECK(solver_choose(SOLVER_TO_CHECK, NULL, NULL, &why) != NULL);
    if (!has_both) return;
    CHECK(solver_choose(SOLVER_TO_SEARCH, "mathsat", NULL, &why) == mathsat);
    CHECK(solver_choose(SOLVER_TO_INTERPOLATE, "z3", NULL, &why) == z3);
    CHECK(solver_choose(SOLVER_TO_INTERPOLATE, NULL, NULL, &why) == mathsat);
    CHECK(solver_choose(SOLVER_TO_CHECK, "z3", "z3", &why) == mathsat);
    CHECK(solver_choose(SOLVER_TO_CHECK, "mathsat", "mathsat", &why) == z3);
    CHECK(solver_choose(SOLVER_TO_CHECK, "mathsat", NULL, &why) == z3);
}
