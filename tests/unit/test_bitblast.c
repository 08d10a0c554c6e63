/* Terms as clauses, compared with the evaluation of terms and with Z3. */
#include "tests/unit/random_terms.h"
#include "tests/unit/test.h"

#include "solver/bitblast.h"
#include "solver/solver.h"

typedef struct {
    terms_t *terms;
    sat_t *sat;
    bitblast_t *blast;
} blasting_t;

static blasting_t blasting_new(terms_t *terms) {
    blasting_t b = {terms, sat_new(SAT_CADICAL), NULL};
    b.blast = bitblast_new(terms, b.sat);
    return b;
}

static void blasting_delete(blasting_t *b) {
    bitblast_delete(b->blast);
    sat_delete(b->sat);
}

static void require(blasting_t *b, const term_t *t) {
    int literal = bitblast_literal(b->blast, t);
    bitblast_clause(b->blast, &literal, 1);
}

/* Each operator on corner values: the result is the only one possible. */
TEST(operators_on_values) {
    random_terms_t *r = calloc(1, sizeof *r);
    terms_t *terms = terms_new();
    r->state = 4711;
    static const unsigned widths[] = {1, 3, 8, 32, 64};
    for (term_kind_t kind = TERM_BVADD; kind <= TERM_BVSLE; kind++)
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            sort_t sort = {.kind = SORT_BV, .width = (uint8_t)widths[w]};
            const term_t *x = term_symbol(terms, sort, 1, 0), *y = term_symbol(terms, sort, 2, 0);
            blasting_t b = blasting_new(terms);
            const term_t *applied = term_bv(terms, kind, x, y);
            for (int i = 0; i < 8; i++) {
                const term_t *a = term_const(terms, widths[w], random_value(r, widths[w]));
                const term_t *c = term_const(terms, widths[w], i ? random_value(r, widths[w]) : 0);
                const term_t *result = term_bv(terms, kind, a, c);
                const term_t *is =
                    term_and(terms, term_equal(terms, x, a), term_equal(terms, y, c));
                const term_t *same = term_equal(terms, applied, result);
                sat_assume(b.sat, bitblast_literal(b.blast, is));
                CHECK_EQ(sat_solve(b.sat, NULL, NULL), CADICAL_SAT);
                bitblast_new_model(b.blast);
                CHECK(bitblast_value(b.blast, same));
                sat_assume(b.sat, bitblast_literal(b.blast, is));
                sat_assume(b.sat, -bitblast_literal(b.blast, same));
                CHECK_EQ(sat_solve(b.sat, NULL, NULL), CADICAL_UNSAT);
            }
            blasting_delete(&b);
        }
    terms_delete(terms);
    free(r);
}

TEST(random_terms_as_z3_decides_them) {
    enum { ROUNDS = 150 };
    random_terms_t *r = calloc(1, sizeof *r);
    terms_t *terms = terms_new();
    const char *why;
    solver_t *z3 = solver_new(solver_class_named("z3"), terms, &why);
    unsigned sat = 0, unsat = 0;
    r->state = 987654321;
    for (int round = 0; round < ROUNDS && z3; round++) {
        r->used = 0;
        const term_t *t = build(terms, random_bool(r, 4));
        z3->milliseconds = 200;
        solver_answer_t expected = solver_satisfiable(z3, t);
        if (expected == SOLVER_UNKNOWN) continue;
        blasting_t b = blasting_new(terms);
        require(&b, t);
        CHECK(!bitblast_refused(b.blast));
        cadical_answer_t answer = sat_solve(b.sat, NULL, NULL);
        CHECK_EQ(answer == CADICAL_SAT, expected == SOLVER_SAT);
        bitblast_new_model(b.blast);
        if (answer == CADICAL_SAT) CHECK(bitblast_value(b.blast, t));
        sat += expected == SOLVER_SAT;
        unsat += expected == SOLVER_UNSAT;
        blasting_delete(&b);
    }
    CHECK(z3 && sat > 20 && unsat > 0);
    solver_delete(z3);
    terms_delete(terms);
    free(r);
}

TEST(symbols_with_a_meaning) {
    terms_t *terms = terms_new();
    sort_t sort = {.kind = SORT_BV, .width = 8};
    const term_t *x = term_symbol(terms, sort, 1, 0), *y = term_symbol(terms, sort, 2, 0);
    blasting_t b = blasting_new(terms);
    bitblast_define(b.blast, x, term_bv(terms, TERM_BVADD, y, term_const(terms, 8, 1)));
    require(&b, term_equal(terms, x, term_const(terms, 8, 0)));
    CHECK_EQ(sat_solve(b.sat, NULL, NULL), CADICAL_SAT);
    CHECK_EQ(bitblast_value(b.blast, y), 255);
    CHECK_EQ(bitblast_value(b.blast, x), 0);
    blasting_delete(&b);
    terms_delete(terms);
}

/* Each floating-point operator on special and random numbers: the result is the one that
 * terms fold to, and the only one possible. */
static uint64_t random_number(random_terms_t *r, unsigned width) {
    static const uint64_t narrow[] = {0,          0x80000000, 0x3f800000, 0x7f800000, 0xff800000,
                                      0x7fc00000, 1,          0x007fffff, 0x4f000000, 0xcf000000};
    uint64_t value = random_value(r, 64);
    if (value % 3) return value >> 2 & (width == 64 ? UINT64_MAX : UINT32_MAX);
    uint64_t special = narrow[value / 3 % (sizeof narrow / sizeof *narrow)];
    return width == 32 ? special : term_fp_value(TERM_FPCAST, 64, 32, special, 0);
}

static void check_float(blasting_t *b, random_terms_t *r, const term_t *applied) {
    terms_t *terms = b->terms;
    unsigned from = applied->a[0]->sort.width;
    const term_t *values[2] = {NULL}, *is = term_true(terms);
    for (uint32_t i = 0; i < applied->arity; i++) {
        values[i] = term_const(terms, from, random_number(r, from));
        is = term_and(terms, is, term_equal(terms, applied->a[i], values[i]));
    }
    const term_t *result = applied->arity == 1
                               ? term_fp_unary(terms, applied->kind, values[0], applied->sort.width)
                               : term_fp(terms, applied->kind, values[0], values[1]);
    int same = bitblast_literal(b->blast, term_equal(terms, applied, result));
    sat_assume(b->sat, bitblast_literal(b->blast, is));
    sat_assume(b->sat, -same);
    CHECK_EQ(sat_solve(b->sat, NULL, NULL), CADICAL_UNSAT);
    sat_assume(b->sat, bitblast_literal(b->blast, is));
    CHECK_EQ(sat_solve(b->sat, NULL, NULL), CADICAL_SAT);
}

/* To make, or to solve; they come the same way as the others. */
static bool is_slow(term_kind_t kind, unsigned width) {
    if (kind == TERM_FPDIV || kind == TERM_FPSQRT) return true;
    return width == 64 && kind != TERM_FPADD && kind != TERM_FPLT && kind != TERM_FPCAST &&
           kind != TERM_FPSTO;
}

TEST(floats_on_values) {
    enum { ROUNDS = 2 };
    random_terms_t *r = calloc(1, sizeof *r);
    terms_t *terms = terms_new();
    float_library_t *library = float_library_new();
    r->state = 271828;
    for (unsigned width = 32; width <= 64; width += 32)
        for (term_kind_t kind = TERM_FPADD; kind <= TERM_FPUTO; kind++) {
            sort_t sort = {.kind = SORT_BV, .width = (uint8_t)width};
            const term_t *x = term_symbol(terms, sort, 1, 0), *y = term_symbol(terms, sort, 2, 0);
            if (is_slow(kind, width)) continue;
            const term_t *applied =
                kind <= TERM_FPLE
                    ? term_fp(terms, kind, x, y)
                    : term_fp_unary(terms, kind, x, kind == TERM_FPCAST ? 96 - width : width);
            if (!float_clauses_exist(applied)) continue;
            blasting_t b = blasting_new(terms);
            bitblast_use_floats(b.blast, library);
            for (int i = 0; i < ROUNDS; i++) check_float(&b, r, applied);
            CHECK(!bitblast_refused(b.blast));
            blasting_delete(&b);
        }
    float_library_delete(library);
    terms_delete(terms);
    free(r);
}

TEST(floats_without_a_library_are_refused) {
    terms_t *terms = terms_new();
    sort_t sort = {.kind = SORT_BV, .width = 32};
    const term_t *x = term_symbol(terms, sort, 1, 0);
    blasting_t b = blasting_new(terms);
    const term_t *less = term_fp(terms, TERM_FPLT, x, term_const(terms, 32, 0));
    bitblast_literal(b.blast, less);
    CHECK(bitblast_refused(b.blast) == less);
    blasting_delete(&b);
    terms_delete(terms);
}
