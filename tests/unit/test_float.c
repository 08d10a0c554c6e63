/* Floating point is computed in four places: by the machine (cfa/ieee.h), by
 * integer arithmetic (solver/soft_float.h, behind the terms), and by the theory
 * of each solver. They must agree on every bit. */

#include "tests/unit/test.h"

#include "cfa/expr.h"
#include "cfa/ieee.h"
#include "solver/solver.h"

static uint64_t seed = 88172645463325252u;

static uint64_t random64(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/* Numbers at which formats change: zeros, least and greatest, powers of two,
 * limits of integers, what is no number, and any others. */
static uint64_t random_number(unsigned width) {
    static const uint64_t specials[] = {0,          1,          2,          0x7fffff,   0x800000,
                                        0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff,
                                        0x3f800000, 0x3f000000, 0x4b800000, 0x4b7fffff, 0x4effffff,
                                        0x4f000000, 0x5f000000};
    static const uint64_t double_specials[] = {0,
                                               1,
                                               0xfffffffffffff,
                                               0x10000000000000,
                                               0x7fefffffffffffff,
                                               0x7ff0000000000000,
                                               0x7ff0000000000001,
                                               0x7ff8000000000000,
                                               0x3ff0000000000000,
                                               0x3fe0000000000000,
                                               0x4330000000000000,
                                               0x43e0000000000000,
                                               0x41dfffffffc00000,
                                               0x41e0000000000000,
                                               0x47efffffe0000000,
                                               0x36a0000000000000};
    uint64_t any = random64(), bits = any;
    unsigned mantissa = width == 32 ? 23 : 52;
    switch (random64() % 6) {
    case 0:
        bits = width == 32 ? specials[any % (sizeof specials / sizeof *specials)]
                           : double_specials[any % (sizeof double_specials / sizeof *specials)];
        break;
    case 1: bits = ieee_bits(width, (double)(int64_t)(any % 2001) - 1000); break;
    case 2: bits = ieee_bits(width, ((double)(int64_t)(any % 2001) - 1000) / 8); break;
    case 3: /* exponents near each other, where sums cancel */
        bits = (UINT64_C(0x3ff) >> (width == 32 ? 3 : 0)) + random64() % 4;
        bits = bits << mantissa | (any & ((UINT64_C(1) << mantissa) - 1));
        break;
    case 4: /* few digits: results lie half way */
        bits = any & ~((UINT64_C(1) << (mantissa - 4)) - 1);
        break;
    default: break;
    }
    return (bits ^ (random64() & 1 ? ieee_sign_bit(width) : 0)) & width_mask(width);
}

typedef struct operation {
    expr_kind_t expr;
    term_kind_t term;
} operation_t;

static const operation_t binary[] = {
    {EXPR_FADD, TERM_FPADD}, {EXPR_FSUB, TERM_FPSUB}, {EXPR_FMUL, TERM_FPMUL},
    {EXPR_FDIV, TERM_FPDIV}, {EXPR_FEQ, TERM_FPEQ},   {EXPR_FLT, TERM_FPLT},
    {EXPR_FLE, TERM_FPLE},
};
static const operation_t unary[] = {
    {EXPR_FSQRT, TERM_FPSQRT},   {EXPR_FTRUNC, TERM_FPTRUNC}, {EXPR_FFLOOR, TERM_FPFLOOR},
    {EXPR_FCEIL, TERM_FPCEIL},   {EXPR_FRINT, TERM_FPRINT},   {EXPR_FCAST, TERM_FPCAST},
    {EXPR_SFLOAT, TERM_FPSFROM}, {EXPR_UFLOAT, TERM_FPUFROM}, {EXPR_FSINT, TERM_FPSTO},
    {EXPR_FUINT, TERM_FPUTO},
};
enum { BINARY = sizeof binary / sizeof *binary, UNARY = sizeof unary / sizeof *unary };

static const unsigned int_widths[] = {8, 16, 32, 64};

/* One question: an operator, its operands and the widths. */
typedef struct float_question {
    operation_t op;
    bool is_binary;
    unsigned width, a_width; /* of the result and of the operands */
    uint64_t a, b;
} float_question_t;

static float_question_t random_question(size_t number) {
    float_question_t q = {.is_binary = number % (BINARY + UNARY) < BINARY};
    q.op =
        q.is_binary ? binary[number % (BINARY + UNARY)] : unary[number % (BINARY + UNARY) - BINARY];
    q.a_width = q.width = random64() & 1 ? 32 : 64;
    if (q.op.expr == EXPR_FCAST) q.width = 96 - q.a_width;
    if (q.op.expr == EXPR_FEQ || q.op.expr == EXPR_FLT || q.op.expr == EXPR_FLE) q.width = 1;
    if (q.op.expr == EXPR_FSINT || q.op.expr == EXPR_FUINT) q.width = int_widths[random64() % 4];
    q.a = random_number(q.a_width);
    q.b = random64() % 8 ? random_number(q.a_width) : q.a;
    if (q.op.expr == EXPR_SFLOAT || q.op.expr == EXPR_UFLOAT) {
        q.a_width = int_widths[random64() % 4];
        q.a = (random64() & random64() ? random64() : random64() >> random64() % 64) &
              width_mask(q.a_width);
    }
    return q;
}

static uint64_t by_machine(const float_question_t *q) {
    return expr_apply(q->op.expr, q->width, q->a_width, q->a, q->is_binary ? q->b : 0, 0);
}

static const term_t *ask(terms_t *terms, const float_question_t *q, const term_t *a,
                         const term_t *b) {
    return q->is_binary ? term_fp(terms, q->op.term, a, b)
                        : term_fp_unary(terms, q->op.term, a, q->width);
}

static uint64_t value_of(const term_t *t) {
    return t->sort.kind == SORT_BOOL ? term_is_true(t) : t->value;
}

static void agree(const float_question_t *q, uint64_t expected, uint64_t found, const char *who) {
    test_check(expected == found, __FILE__, __LINE__,
               "operator %d, widths %u to %u, of %#llx and %#llx: %#llx, but %s says %#llx",
               (int)q->op.expr, q->a_width, q->width, (unsigned long long)q->a,
               (unsigned long long)q->b, (unsigned long long)expected, who,
               (unsigned long long)found);
}

TEST(machine_and_integers_agree) {
    terms_t *terms = terms_new();
    for (size_t i = 0; i < 400000; i++) {
        float_question_t q = random_question(i);
        const term_t *t =
            ask(terms, &q, term_const(terms, q.a_width, q.a), term_const(terms, q.a_width, q.b));
        CHECK(term_is_value(t));
        agree(&q, by_machine(&q), value_of(t), "integer arithmetic");
    }
    terms_delete(terms);
}

/* The solver is told the operands by equations and asked for the result, then
 * whether there could be another. */
static void ask_solver(solver_t *solver, const float_question_t *q) {
    terms_t *terms = solver->terms;
    sort_t sort = {.kind = SORT_BV, .width = (uint8_t)q->a_width};
    const term_t *x = term_symbol(terms, sort, 1, 0), *y = term_symbol(terms, sort, 2, 0);
    const term_t *result = ask(terms, q, x, y);
    uint64_t expected = by_machine(q);
    const term_t *right = result->sort.kind == SORT_BOOL ? term_bool(terms, expected)
                                                         : term_const(terms, q->width, expected);
    solver_push(solver);
    solver_assert(solver, term_equal(terms, x, term_const(terms, q->a_width, q->a)));
    solver_assert(solver, term_equal(terms, y, term_const(terms, q->a_width, q->b)));
    solver_push(solver);
    solver_assert(solver, term_not(terms, term_equal(terms, result, right)));
    CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_UNSAT);
    solver_pop(solver);
    solver_assert(solver, term_equal(terms, result, right));
    if (CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT))
        agree(q, expected, value_of(solver_evaluate(solver, result)), solver->class->name);
    solver_pop(solver);
}

TEST(solvers_agree) {
    for (size_t c = 0; solver_classes[c]; c++) {
        const char *why;
        terms_t *terms = terms_new();
        solver_t *solver = NULL;
        for (size_t i = 0; i < 40 * (BINARY + UNARY); i++) {
            if (i % 68 == 0) { /* what was asked before slows down what is asked now */
                solver_delete(solver);
                solver = solver_new(solver_classes[c], terms, &why);
                if (!solver) break;
            }
            float_question_t q = random_question(i);
            ask_solver(solver, &q);
        }
        if (solver) CHECK(solver_classes[c]->capabilities & SOLVER_CAN_FLOATS);
        solver_delete(solver);
        terms_delete(terms);
    }
}

static const term_t *number_symbol(terms_t *terms, unsigned width, uint64_t tag) {
    return term_symbol(terms, (sort_t){.kind = SORT_BV, .width = (uint8_t)width}, tag, 0);
}

static const term_t *number(terms_t *terms, unsigned width, double value) {
    return term_const(terms, width, ieee_bits(width, value));
}

/* Laws with unknown operands. */
static void check_laws(solver_t *solver) {
    terms_t *terms = solver->terms;
    const term_t *x = number_symbol(terms, 32, 1), *y = number_symbol(terms, 32, 2);
    const term_t *less = term_fp(terms, TERM_FPLT, x, y), *more = term_fp(terms, TERM_FPLT, y, x);
    const term_t *equal = term_fp(terms, TERM_FPEQ, x, y);
    CHECK_EQ(solver_satisfiable(solver, term_and(terms, less, more)), SOLVER_UNSAT);
    CHECK_EQ(solver_satisfiable(solver, term_and(terms, less, equal)), SOLVER_UNSAT);
    /* There are numbers that are none, and two zeros. */
    const term_t *itself = term_fp(terms, TERM_FPEQ, x, x);
    CHECK_EQ(solver_satisfiable(solver, term_not(terms, itself)), SOLVER_SAT);
    CHECK_EQ(solver_satisfiable(solver,
                                term_and(terms, equal, term_not(terms, term_equal(terms, x, y)))),
             SOLVER_SAT);
    /* x + 1 = x for no small number, but for 2^24. */
    const term_t *sum = term_fp(terms, TERM_FPADD, x, number(terms, 32, 1));
    const term_t *stays = term_fp(terms, TERM_FPEQ, sum, x);
    const term_t *limit = number(terms, 32, 16777216), *few = number(terms, 32, 4);
    const term_t *small = term_and(terms, term_fp(terms, TERM_FPLE, number(terms, 32, 0), x),
                                   term_fp(terms, TERM_FPLT, x, few));
    CHECK_EQ(solver_implies(solver, small, term_not(terms, stays)), SOLVER_UNSAT);
    CHECK_EQ(
        solver_satisfiable(solver, term_and(terms, stays, term_fp(terms, TERM_FPLE, x, limit))),
        SOLVER_SAT);
    /* The bits of what is no number, but comes out of an operator. */
    const term_t *is_nan = term_not(terms, term_fp(terms, TERM_FPEQ, sum, sum));
    CHECK_EQ(
        solver_implies(solver, is_nan, term_equal(terms, sum, term_const(terms, 32, ieee_nan(32)))),
        SOLVER_UNSAT);
    /* A small integer survives the way there and back, one of 25 bits may not. */
    for (unsigned width = 8; width <= 32; width += 24) {
        const term_t *n = number_symbol(terms, width, 3);
        const term_t *there = term_fp_unary(terms, TERM_FPUFROM, n, 32);
        const term_t *back = term_fp_unary(terms, TERM_FPUTO, there, width);
        const term_t *fits = term_bv(terms, TERM_BVULE, n, term_const(terms, width, 0x1ffffff));
        solver_answer_t answer = solver_implies(solver, fits, term_equal(terms, back, n));
        CHECK_EQ(answer, width == 8 ? SOLVER_UNSAT : SOLVER_SAT);
    }
}

TEST(laws) {
    for (size_t c = 0; solver_classes[c]; c++) {
        const char *why;
        terms_t *terms = terms_new();
        solver_t *solver = solver_new(solver_classes[c], terms, &why);
        if (solver) check_laws(solver);
        solver_delete(solver);
        terms_delete(terms);
    }
}

/* What was asserted without floating point holds with it, and frames stay. */
TEST(floats_come_late) {
    for (size_t c = 0; solver_classes[c]; c++) {
        const char *why;
        terms_t *terms = terms_new();
        solver_t *solver = solver_new(solver_classes[c], terms, &why);
        if (solver) {
            const term_t *x = number_symbol(terms, 32, 1);
            const term_t *below_one = term_fp(terms, TERM_FPLT, x, number(terms, 32, 1));
            solver_assert(solver, term_bv(terms, TERM_BVSLE, term_const(terms, 32, 0x3f000000), x));
            solver_push(solver);
            solver_assert(solver, term_bv(terms, TERM_BVSLE, term_const(terms, 32, 0x3f800000), x));
            CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT);
            solver_assert(solver, below_one);
            CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_UNSAT);
            solver_pop(solver);
            solver_assert(solver, below_one);
            CHECK_EQ(solver_check(solver, NULL, 0), SOLVER_SAT);
            const term_t *value = solver_evaluate(solver, x);
            CHECK(value->value >= 0x3f000000 && value->value < 0x3f800000);
        }
        solver_delete(solver);
        terms_delete(terms);
    }
}

static const char *printed(strbuf_t *out, unsigned width, uint64_t bits) {
    out->len = 0;
    ieee_print(out, width, bits);
    return strbuf_text(out);
}

TEST(decimals) {
    strbuf_t out = {0};
    CHECK_STR(printed(&out, 64, ieee_bits(64, 0.1)), "0.1");
    CHECK_STR(printed(&out, 32, ieee_bits(32, 0.1)), "0.1");
    CHECK_STR(printed(&out, 64, ieee_bits(64, (double)0.1f)), "0.10000000149011612");
    CHECK_STR(printed(&out, 64, ieee_bits(64, 3)), "3.0");
    CHECK_STR(printed(&out, 32, ieee_bits(32, 960)), "960.0");
    CHECK_STR(printed(&out, 64, ieee_bits(64, 1e300)), "1e+300");
    CHECK_STR(printed(&out, 32, ieee_sign_bit(32)), "-0.0");
    CHECK_STR(printed(&out, 32, 1), "1e-45");
    CHECK_STR(printed(&out, 64, ieee_infinity(64)), "inf");
    CHECK_STR(printed(&out, 64, ieee_infinity(64) | ieee_sign_bit(64)), "-inf");
    CHECK_STR(printed(&out, 32, ieee_nan(32)), "nan");
    strbuf_free(&out);
}
