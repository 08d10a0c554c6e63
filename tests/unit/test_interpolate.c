/* Problems by each way that can do them, on every solver that is there. */

#include "tests/unit/random_terms.h"
#include "tests/unit/test.h"

#include "solver/child.h"
#include "solver/interpolate.h"
#include "solver/project.h"

#include <signal.h>
#include <unistd.h>

enum { MAX_PARTS = 64 };

typedef struct formulas {
    terms_t *terms;
    const term_t *parts[MAX_PARTS];
    size_t count;
} formulas_t;

static sort_t bits(unsigned width) {
    return (sort_t){.kind = SORT_BV, .width = (uint8_t)width};
}
static const sort_t memory = {.kind = SORT_ARRAY, .width = 8, .index_width = 32};

static const term_t *var(formulas_t *s, uint64_t tag, uint32_t index) {
    return term_symbol(s->terms, bits(32), tag, index);
}
static const term_t *num(formulas_t *s, uint64_t value) {
    return term_const(s->terms, 32, value);
}
static const term_t *add(formulas_t *s, const term_t *a, const term_t *b) {
    return term_bv(s->terms, TERM_BVADD, a, b);
}
static const term_t *eq(formulas_t *s, const term_t *a, const term_t *b) {
    return term_equal(s->terms, a, b);
}
static const term_t *slt(formulas_t *s, const term_t *a, const term_t *b) {
    return term_bv(s->terms, TERM_BVSLT, a, b);
}
static const term_t * and (formulas_t * s, const term_t *a, const term_t *b) {
    return term_and(s->terms, a, b);
}
static const term_t * not(formulas_t * s, const term_t *a) {
    return term_not(s->terms, a);
}
static void part(formulas_t *s, const term_t *t) {
    s->parts[s->count++] = t;
}

/* The problems */

enum { X = 1, Y, Z, A, I, V, P };

/* x0 = 0; x1 = x0 + 1; ... ; x9 = 20 */
static void counting(formulas_t *s) {
    part(s, eq(s, var(s, X, 0), num(s, 0)));
    for (uint32_t i = 0; i < 9; i++)
        part(s, eq(s, var(s, X, i + 1), add(s, var(s, X, i), num(s, 1))));
    part(s, eq(s, var(s, X, 9), num(s, 20)));
}

/* x < y, y < z in between something of no concern, z < x */
static void inequalities(formulas_t *s) {
    part(s, and(s, slt(s, var(s, X, 0), var(s, Y, 0)), eq(s, var(s, V, 0), num(s, 9))));
    part(s, eq(s, var(s, V, 1), add(s, var(s, V, 0), num(s, 1))));
    part(s, slt(s, var(s, Y, 0), var(s, Z, 0)));
    part(s, slt(s, var(s, Z, 0), var(s, X, 0)));
}

/* unsigned x0 > 0xfffffff0, x1 = x0 + 32 wraps, so x1 < 32; x1 >= 100 */
static void wrapping(formulas_t *s) {
    part(s, term_bv(s->terms, TERM_BVULT, num(s, 0xfffffff0u), var(s, X, 0)));
    part(s, eq(s, var(s, X, 1), add(s, var(s, X, 0), num(s, 32))));
    part(s, term_bv(s->terms, TERM_BVULE, num(s, 100), var(s, X, 1)));
}

/* Bits: y = (x & 7) << 1, z = y | 1, z = 17 */
static void bit_operations(formulas_t *s) {
    terms_t *t = s->terms;
    part(s, eq(s, var(s, Y, 0),
               term_bv(t, TERM_BVSHL, term_bv(t, TERM_BVAND, var(s, X, 0), num(s, 7)), num(s, 1))));
    part(s, eq(s, var(s, Z, 0), term_bv(t, TERM_BVOR, var(s, Y, 0), num(s, 1))));
    part(s, eq(s, var(s, Z, 0), num(s, 17)));
}

/* A branch joined by ite: x1 = p ? x0 + 1 : x0 + 2, from 0, never 3 */
static void joined_branches(formulas_t *s) {
    terms_t *t = s->terms;
    const term_t *p = term_symbol(t, (sort_t){.kind = SORT_BOOL}, P, 0);
    part(s, eq(s, var(s, X, 0), num(s, 0)));
    part(s, eq(s, var(s, X, 1),
               term_ite(t, p, add(s, var(s, X, 0), num(s, 1)), add(s, var(s, X, 0), num(s, 2)))));
    part(s, eq(s, var(s, X, 1), num(s, 3)));
}

/* The same as a disjunction, twice */
static void disjunctions(formulas_t *s) {
    terms_t *t = s->terms;
    part(s, eq(s, var(s, X, 0), num(s, 0)));
    for (uint32_t i = 0; i < 2; i++) {
        const term_t *p = term_symbol(t, (sort_t){.kind = SORT_BOOL}, P, i);
        const term_t *one = eq(s, var(s, X, i + 1), add(s, var(s, X, i), num(s, 1)));
        const term_t *two = eq(s, var(s, X, i + 1), add(s, var(s, X, i), num(s, 2)));
        part(s, term_or(t, and(s, p, one), and(s, not(s, p), two)));
    }
    part(s, slt(s, num(s, 4), var(s, X, 2)));
}

/* char widths: c = (char)x, y = (int)c, y > 127 */
static void widths(formulas_t *s) {
    terms_t *t = s->terms;
    const term_t *c = term_symbol(t, bits(8), V, 0);
    part(s, eq(s, c, term_extract(t, var(s, X, 0), 7, 0)));
    part(s, eq(s, var(s, Y, 0), term_resize(t, c, 32, true)));
    part(s, slt(s, num(s, 127), var(s, Y, 0)));
}

/* a1 = a0[i := 5]; v = a1[i]; v = 6 */
static void one_store(formulas_t *s) {
    terms_t *t = s->terms;
    const term_t *a0 = term_symbol(t, memory, A, 0), *a1 = term_symbol(t, memory, A, 1);
    const term_t *v = term_symbol(t, bits(8), V, 0);
    part(s, eq(s, a1, term_store(t, a0, var(s, I, 0), term_const(t, 8, 5))));
    part(s, eq(s, v, term_select(t, a1, var(s, I, 0))));
    part(s, eq(s, v, term_const(t, 8, 6)));
}

/* a1 = a0[i := 5]; a2 = a1[j := 6] with i != j; a2[i] != 5 */
static void two_stores(formulas_t *s) {
    terms_t *t = s->terms;
    const term_t *a[3];
    for (uint32_t i = 0; i < 3; i++) a[i] = term_symbol(t, memory, A, i);
    part(s, eq(s, a[1], term_store(t, a[0], var(s, I, 0), term_const(t, 8, 5))));
    part(s, and(s, not(s, eq(s, var(s, I, 0), var(s, I, 1))),
                eq(s, a[2], term_store(t, a[1], var(s, I, 1), term_const(t, 8, 6)))));
    part(s, not(s, eq(s, term_select(t, a[2], var(s, I, 0)), term_const(t, 8, 5))));
}

/* An assumption on a havocked variable: 0 <= x0 < 10, x1 = x0 + 5, x1 >= 15 or x1 < 5 */
static void ranges(formulas_t *s) {
    part(s, and(s, slt(s, var(s, X, 0), num(s, 10)), not(s, slt(s, var(s, X, 0), num(s, 0)))));
    part(s, eq(s, var(s, X, 1), add(s, var(s, X, 0), num(s, 5))));
    part(s, term_or(s->terms, not(s, slt(s, var(s, X, 1), num(s, 15))),
                    slt(s, var(s, X, 1), num(s, 5))));
}

static void functions(formulas_t *s) {
    const term_t *x = var(s, X, 0), *y = var(s, Y, 0);
    const term_t *fx = term_apply(s->terms, 1, 32, &x, 1), *fy = term_apply(s->terms, 1, 32, &y, 1);
    part(s, eq(s, x, y));
    part(s, eq(s, var(s, Z, 0), fx));
    part(s, not(s, eq(s, var(s, Z, 0), fy)));
}

/* x = 0, i = 0; twice: i < n, x += 2, i++; then i >= n, x != 2n; 0 <= n <= 1000 */
static void doubling(formulas_t *s) {
    const term_t *n = var(s, Z, 0);
    part(s, and(s, and(s, eq(s, var(s, X, 0), num(s, 0)), eq(s, var(s, I, 0), num(s, 0))),
                and(s, slt(s, n, num(s, 1001)), not(s, slt(s, n, num(s, 0))))));
    for (uint32_t i = 0; i < 4; i++)
        part(s, and(s, slt(s, var(s, I, i), n),
                    and(s, eq(s, var(s, X, i + 1), add(s, var(s, X, i), num(s, 2))),
                        eq(s, var(s, I, i + 1), add(s, var(s, I, i), num(s, 1))))));
    const term_t *twice = term_bv(s->terms, TERM_BVMUL, n, num(s, 2));
    part(s, and(s, not(s, slt(s, var(s, I, 4), n)), not(s, eq(s, var(s, X, 4), twice))));
}

/* unsigned x <= y < 100; y++; x < y, x++; x > y */
static void tickets(formulas_t *s) {
    terms_t *t = s->terms;
    part(s, and(s, not(s, term_bv(t, TERM_BVULT, var(s, Y, 0), var(s, X, 0))),
                term_bv(t, TERM_BVULT, var(s, Y, 0), num(s, 100))));
    part(s, eq(s, var(s, Y, 1), add(s, var(s, Y, 0), num(s, 1))));
    part(s, and(s, term_bv(t, TERM_BVULT, var(s, X, 0), var(s, Y, 1)),
                eq(s, var(s, X, 1), add(s, var(s, X, 0), num(s, 1)))));
    part(s, term_bv(t, TERM_BVULT, var(s, Y, 1), var(s, X, 1)));
}

typedef struct row {
    const char *name;
    void (*make)(formulas_t *s);
    /* the ways that must succeed: n, f, b, l, s */
    const char *must;
} row_t;

static const row_t problems[] = {
    {"counting", counting, "nfbls"},
    {"inequalities", inequalities, "nfbl"},
    {"wrapping", wrapping, "nfbs"},
    {"bit_operations", bit_operations, "nbs"},
    {"joined_branches", joined_branches, "nfbls"},
    {"disjunctions", disjunctions, "nfbls"},
    {"widths", widths, "nfb"},
    {"one_store", one_store, "fb"},
    {"two_stores", two_stores, "fb"},
    {"ranges", ranges, "nfbl"},
    {"functions", functions, "nfb"},
    {"doubling", doubling, "nfbl"},
    {"tickets", tickets, "nfbl"},
};
enum { PROBLEMS = sizeof problems / sizeof problems[0] };

static void check_sequence(const solver_class_t *class, const row_t *row,
                           const interpolation_t *how, bool must) {
    formulas_t s = {.terms = terms_new()};
    row->make(&s);
    const term_t *itps[MAX_PARTS] = {0};
    interpolation_way_t way;
    const char *why = "";
    solver_answer_t answer = interpolate(how, s.terms, s.parts, s.count, itps, &way, &why);
    if (must || answer != SOLVER_UNKNOWN) {
        if (!CHECK_EQ(answer, SOLVER_UNSAT))
            printf("     %s on %s, way %d: %s\n", class->name, row->name, how->ways[0], why);
    }
    if (answer == SOLVER_UNSAT) {
        /* by every solver that is there, not only by the one that was asked */
        const char *ignored;
        for (size_t i = 0; solver_classes[i]; i++)
            if (solver_class_available(solver_classes[i], &ignored))
                CHECK(interpolants_are_valid(solver_classes[i], s.terms, s.parts, s.count, itps));
    }
    terms_delete(s.terms);
}

static void check_way(interpolation_way_t way, char letter) {
    const char *why;
    for (size_t c = 0; solver_classes[c]; c++) {
        const solver_class_t *class = solver_classes[c];
        if (!solver_class_available(class, &why)) continue;
        interpolation_t how = {.class = class, .ways = {way}, .way_count = 1};
        bool can = way != INTERPOLATE_NATIVE || class->interpolate;
        CHECK(can || letter == 'n');
        for (size_t i = 0; can && i < PROBLEMS; i++) {
            bool must = strchr(problems[i].must, letter) != NULL &&
                        (way != INTERPOLATE_LINEAR || class->interpolate_linear);
            how.milliseconds = must ? 20000 : 1000;
            check_sequence(class, &problems[i], &how, must);
        }
    }
}

TEST(native) {
    check_way(INTERPOLATE_NATIVE, 'n');
}
TEST(forward) {
    check_way(INTERPOLATE_FORWARD, 'f');
}
TEST(backward) {
    check_way(INTERPOLATE_BACKWARD, 'b');
}
TEST(linear) {
    check_way(INTERPOLATE_LINEAR, 'l');
}
TEST(spacer) {
    check_way(INTERPOLATE_SPACER, 's');
}

/* With all ways every problem is solved, by any solver. */
static void check_all_ways(interpolation_t (*make)(const solver_class_t *)) {
    const char *why;
    for (size_t c = 0; solver_classes[c]; c++) {
        if (!solver_class_available(solver_classes[c], &why)) continue;
        interpolation_t how = make(solver_classes[c]);
        CHECK(how.way_count >= 3);
        for (size_t i = 0; i < PROBLEMS; i++)
            check_sequence(solver_classes[c], &problems[i], &how, true);
    }
}

TEST(default_ways) {
    check_all_ways(interpolation_default);
}

TEST(compared_ways) {
    check_all_ways(interpolation_comparing);
}

TEST(ways_that_do_not_count) {
    check_all_ways(interpolation_not_counting);
}

/* Forwards, each round of the loop is told from the others; integers know what
 * stays the same. */
TEST(integers_say_what_stays_the_same) {
    const char *why;
    const solver_class_t *class = solver_default_class(&why);
    formulas_t s = {.terms = terms_new()};
    const term_t *itps[MAX_PARTS] = {0};
    interpolation_way_t way;
    doubling(&s);
    interpolation_t how = interpolation_preferring(class, INTERPOLATE_FORWARD);
    CHECK_EQ(interpolate(&how, s.terms, s.parts, s.count, itps, &way, &why), SOLVER_UNSAT);
    CHECK(interpolants_count(s.terms, itps, s.count - 1));
    how = interpolation_not_counting(class);
    CHECK_EQ(interpolate(&how, s.terms, s.parts, s.count, itps, &way, &why), SOLVER_UNSAT);
    if (class->interpolate_linear) {
        CHECK_EQ(way, INTERPOLATE_LINEAR);
        CHECK(!interpolants_count(s.terms, itps, s.count - 1));
    }
    terms_delete(s.terms);
}

TEST(the_preferred_way_is_the_first) {
    const char *why;
    const solver_class_t *class = solver_default_class(&why);
    for (int way = 0; way < INTERPOLATION_WAY_COUNT; way++) {
        if (way == INTERPOLATE_NATIVE && !class->interpolate) continue;
        interpolation_t how = interpolation_preferring(class, (interpolation_way_t)way);
        CHECK_EQ(how.ways[0], (interpolation_way_t)way);
        CHECK_EQ(how.way_count, interpolation_default(class).way_count);
    }
}

/* x = 1, x = 2, x = 3 are three predicates; 0 < x at three places is one. */
TEST(saying_the_same_again_is_simple) {
    terms_t *terms = terms_new();
    const term_t *values[3], *bounds[3];
    sort_t sort = {.kind = SORT_BV, .width = 32};
    for (uint32_t i = 0; i < 3; i++) {
        const term_t *x = term_symbol(terms, sort, 7, i + 1);
        values[i] = term_equal(terms, x, term_const(terms, 32, i + 1));
        bounds[i] = term_bv(terms, TERM_BVSLT, term_const(terms, 32, 0), x);
    }
    size_t one = interpolants_complexity(terms, bounds, 1);
    CHECK(one > 0);
    CHECK_EQ(interpolants_complexity(terms, bounds, 3), one);
    CHECK(interpolants_complexity(terms, values, 3) > one);
    bounds[1] = term_not(terms, bounds[1]);
    bounds[2] = term_true(terms);
    CHECK_EQ(interpolants_complexity(terms, bounds, 3), one);
    terms_delete(terms);
}

TEST(satisfiable_parts) {
    const char *why;
    for (size_t c = 0; solver_classes[c]; c++) {
        if (!solver_class_available(solver_classes[c], &why)) continue;
        interpolation_t how = interpolation_default(solver_classes[c]);
        formulas_t s = {.terms = terms_new()};
        counting(&s);
        s.parts[s.count - 1] = eq(&s, var(&s, X, 9), num(&s, 9));
        const term_t *itps[MAX_PARTS];
        CHECK_EQ(interpolate(&how, s.terms, s.parts, s.count, itps, NULL, &why), SOLVER_SAT);
        terms_delete(s.terms);
    }
}

/* Contradictions within one part, an empty part, one part alone. */
TEST(borders) {
    const char *why;
    const solver_class_t *class = solver_default_class(&why);
    interpolation_t how = interpolation_default(class);
    formulas_t s = {.terms = terms_new()};
    const term_t *itps[MAX_PARTS];
    part(&s, term_true(s.terms));
    part(&s, and(&s, slt(&s, var(&s, X, 0), num(&s, 1)), slt(&s, num(&s, 3), var(&s, X, 0))));
    part(&s, eq(&s, var(&s, X, 0), num(&s, 2)));
    CHECK_EQ(interpolate(&how, s.terms, s.parts, s.count, itps, NULL, &why), SOLVER_UNSAT);
    CHECK(term_is_true(itps[0]) && term_is_false(itps[1]));
    CHECK_EQ(interpolate(&how, s.terms, &s.parts[1], 1, itps, NULL, &why), SOLVER_UNSAT);
    s.parts[1] = term_false(s.terms);
    CHECK_EQ(interpolate(&how, s.terms, s.parts, s.count, itps, NULL, &why), SOLVER_UNSAT);
    CHECK(term_is_true(itps[0]) && term_is_false(itps[1]));
    /* what is no sequence is told from one */
    formulas_t t = {.terms = s.terms};
    counting(&t);
    for (size_t i = 0; i + 1 < t.count; i++) itps[i] = term_true(t.terms);
    CHECK(!interpolants_are_valid(class, t.terms, t.parts, t.count, itps));
    for (uint32_t i = 0; i + 1 < t.count; i++) itps[i] = eq(&t, var(&t, X, i), num(&t, i));
    CHECK(interpolants_are_valid(class, t.terms, t.parts, t.count, itps));
    itps[3] = and(&t, itps[3], eq(&t, var(&t, X, 2), num(&t, 2))); /* not shared there */
    CHECK(!interpolants_are_valid(class, t.terms, t.parts, t.count, itps));
    terms_delete(s.terms);
}

/* Random unsatisfiable sequences: whatever is found is valid. */
TEST(random_sequences) {
    const char *why;
    random_terms_t *r = calloc(1, sizeof *r);
    r->state = 271828;
    unsigned found = 0;
    for (int round = 0; round < 60; round++) {
        for (size_t c = 0; solver_classes[c]; c++) {
            if (!solver_class_available(solver_classes[c], &why)) continue;
            uint64_t state = r->state;
            interpolation_t how = {.class = solver_classes[c],
                                   .milliseconds = 300,
                                   .ways = {INTERPOLATE_FORWARD, INTERPOLATE_BACKWARD},
                                   .way_count = 2};
            formulas_t s = {.terms = terms_new()};
            for (int i = 0; i < 4; i++) {
                r->used = 0;
                part(&s, build(s.terms, random_bool(r, 2)));
            }
            const term_t *itps[MAX_PARTS];
            if (interpolate(&how, s.terms, s.parts, s.count, itps, NULL, &why) == SOLVER_UNSAT) {
                found++;
                CHECK(interpolants_are_valid(solver_class_named("z3"), s.terms, s.parts, s.count,
                                             itps));
            }
            terms_delete(s.terms);
            if (solver_classes[c + 1]) r->state = state; /* the same again */
        }
    }
    CHECK(found > 10);
    free(r);
}

/* Projection: implied by the input, without the symbols, and equivalent to it
 * when it claims to be exact: every model of the result extends to one of the
 * input. Checked by trying all values of the 3-bit symbol that goes. */

static bool keep_others(void *context, const term_t *symbol) {
    return symbol != context && symbol->value < 1000;
}

TEST(projection) {
    const char *why;
    random_terms_t *r = calloc(1, sizeof *r);
    r->state = 161803;
    unsigned exact_ones = 0;
    for (int round = 0; round < 300; round++) {
        terms_t *terms = terms_new();
        solver_t *solver = solver_new(solver_class_named("z3"), terms, &why);
        const term_t *x = random_symbol(terms, 3, 0), *all = term_true(terms);
        r->used = 0;
        for (int i = 0; i < 3; i++) {
            random_node_t *left = random_bv(r, 3, 2), *right = random_bv(r, 3, 1);
            term_kind_t kinds[] = {TERM_EQ, TERM_EQ, TERM_BVULT, TERM_BVSLE};
            random_node_t node = {.kind = kinds[random_below(r, 4)], .kid = {left, right, NULL}};
            all = term_and(terms, all, build(terms, &node));
        }
        term_vec_t list = {0};
        term_conjuncts(terms, all, &list);
        bool exact = project(terms, &list, keep_others, (void *)(uintptr_t)x);
        const term_t *projected = term_and_n(terms, list.data, list.len);
        CHECK(!term_contains(terms, projected, x));
        CHECK_EQ(solver_implies(solver, all, projected), SOLVER_UNSAT);
        const term_t *some = term_false(terms);
        for (uint64_t v = 0; v < 8; v++)
            some = term_or(terms, some, term_replace(terms, all, x, term_const(terms, 3, v)));
        if (exact) CHECK_EQ(solver_implies(solver, projected, some), SOLVER_UNSAT);
        exact_ones += exact;
        VEC_FREE(list);
        solver_delete(solver);
        terms_delete(terms);
    }
    CHECK(exact_ones > 100);
    free(r);
}

/* Children that misbehave */

static void be_well(void *context, strbuf_t *out) {
    for (int i = 0; i < 100000; i++) strbuf_printf(out, "%s ", (const char *)context);
}
static void be_killed(void *context, strbuf_t *out) {
    (void)context;
    strbuf_add(out, "some");
    raise(SIGKILL);
}
static void hang(void *context, strbuf_t *out) {
    (void)context;
    (void)out;
    for (;;) pause();
}
static void leave(void *context, strbuf_t *out) {
    (void)context;
    (void)out;
    _exit(3);
}
static void print(void *context, strbuf_t *out) {
    (void)context;
    printf("a library that prints must not be heard");
    fflush(stdout);
    strbuf_add(out, "ok");
}

TEST(children) {
    child_limits_t limits = {.milliseconds = 5000, .megabytes = 1000};
    strbuf_t out = {0};
    const char *why = NULL;
    char word[] = "word";
    CHECK(child_run(be_well, word, limits, &out, &why));
    CHECK_EQ(out.len, 500000); /* more than a pipe holds */
    strbuf_clear(&out);
    CHECK(!child_run(be_killed, NULL, limits, &out, &why));
    CHECK_STR(why, "crashed");
    CHECK(!child_run(leave, NULL, limits, &out, &why));
    CHECK_STR(why, "ended with an error");
    limits.milliseconds = 100;
    CHECK(!child_run(hang, NULL, limits, &out, &why));
    CHECK_STR(why, "out of time");
    limits.milliseconds = 5000;
    strbuf_clear(&out);
    CHECK(child_run(print, NULL, limits, &out, &why));
    CHECK_STR(strbuf_text(&out), "ok");
    strbuf_free(&out);
}

/* A back end whose interpolation takes the process down, or never ends: that
 * way fails, the next one answers. */

static solver_answer_t crash(terms_t *terms, const term_t *const *parts, size_t count,
                             unsigned milliseconds, const term_t **out) {
    (void)terms, (void)parts, (void)count, (void)milliseconds, (void)out;
    abort();
}
static solver_answer_t loop(terms_t *terms, const term_t *const *parts, size_t count,
                            unsigned milliseconds, const term_t **out) {
    (void)terms, (void)parts, (void)count, (void)milliseconds, (void)out;
    for (;;) pause();
    return SOLVER_UNKNOWN;
}
/* Wrong, and says so to nobody. */
static solver_answer_t lie(terms_t *terms, const term_t *const *parts, size_t count,
                           unsigned milliseconds, const term_t **out) {
    (void)parts, (void)milliseconds;
    for (size_t i = 0; i + 1 < count; i++) out[i] = term_true(terms);
    return SOLVER_UNSAT;
}

static void check_bad_back_end(solver_answer_t (*bad)(terms_t *, const term_t *const *, size_t,
                                                      unsigned, const term_t **),
                               const char *reason) {
    solver_class_t class = *solver_class_named("z3");
    class.interpolate = bad;
    formulas_t s = {.terms = terms_new()};
    counting(&s);
    const term_t *itps[MAX_PARTS];
    const char *why = NULL;
    interpolation_way_t way;
    interpolation_t only = {
        .class = &class, .milliseconds = 500, .ways = {INTERPOLATE_NATIVE}, .way_count = 1};
    uint64_t failed = solver_stats.interpolations_failed;
    CHECK_EQ(interpolate(&only, s.terms, s.parts, s.count, itps, &way, &why), SOLVER_UNKNOWN);
    CHECK_STR(why, reason);
    CHECK_EQ(solver_stats.interpolations_failed, failed + 1);
    interpolation_t how = interpolation_default(&class);
    how.milliseconds = 2000;
    CHECK_EQ(interpolate(&how, s.terms, s.parts, s.count, itps, &way, &why), SOLVER_UNSAT);
    CHECK_EQ(way, INTERPOLATE_FORWARD);
    terms_delete(s.terms);
}

TEST(back_ends_that_crash_hang_or_lie) {
    check_bad_back_end(crash, "native: crashed");
    check_bad_back_end(loop, "native: out of time");
    check_bad_back_end(lie, "native: its result did not pass the check");
}
