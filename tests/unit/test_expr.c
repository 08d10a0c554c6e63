#include "tests/unit/test.h"

#include "cfa/program.h"

typedef struct setup {
    program_t *program;
    exprs_t *exprs;
} setup_t;

static setup_t setup_new(void) {
    setup_t s = {.program = program_new(32)};
    s.exprs = s.program->exprs;
    return s;
}

/* SMT-LIB's definitions over integers, written apart from the code. */
static int64_t truncate_division(int64_t a, int64_t b) {
    int64_t q = (a < 0 ? -a : a) / (b < 0 ? -b : b);
    return (a < 0) != (b < 0) ? -q : q;
}

static uint64_t reference(expr_kind_t kind, unsigned w, uint64_t a, uint64_t b) {
    uint64_t size = UINT64_C(1) << w, mask = size - 1;
    int64_t sa = a >= size / 2 ? (int64_t)a - (int64_t)size : (int64_t)a;
    int64_t sb = b >= size / 2 ? (int64_t)b - (int64_t)size : (int64_t)b;
    switch (kind) {
    case EXPR_ADD: return (a + b) % size;
    case EXPR_SUB: return (a + size - b) % size;
    case EXPR_MUL: return (a * b) % size;
    case EXPR_UDIV: return b ? a / b : mask;
    case EXPR_UREM: return b ? a % b : a;
    case EXPR_SDIV: return (b ? (uint64_t)truncate_division(sa, sb) : sa < 0 ? 1 : mask) & mask;
    case EXPR_SREM: return (b ? (uint64_t)(sa - sb * truncate_division(sa, sb)) : a) & mask;
    case EXPR_SHL: return b < w ? (a << b) & mask : 0;
    case EXPR_LSHR: return b < w ? a >> b : 0;
    case EXPR_ASHR: {
        uint64_t value = a;
        for (uint64_t i = 0; i < b && i < w; i++) value = value >> 1 | (a & size / 2);
        return value;
    }
    case EXPR_AND: return a & b;
    case EXPR_OR: return a | b;
    case EXPR_XOR: return a ^ b;
    case EXPR_EQ: return a == b;
    case EXPR_ULT: return a < b;
    case EXPR_ULE: return a <= b;
    case EXPR_SLT: return sa < sb;
    case EXPR_SLE: return sa <= sb;
    default: return UINT64_MAX;
    }
}

TEST(operators_match_smtlib_in_small_widths) {
    for (unsigned w = 1; w <= 5; w++)
        for (expr_kind_t kind = EXPR_ADD; kind <= EXPR_SLE; kind++)
            for (uint64_t a = 0; a < UINT64_C(1) << w; a++)
                for (uint64_t b = 0; b < UINT64_C(1) << w; b++)
                    if (!expr_kind_is_float(kind))
                        CHECK_EQ(expr_apply(kind, kind >= EXPR_EQ ? 1 : w, w, a, b, 0),
                                 reference(kind, w, a, b));
}

TEST(operators_at_64_bits) {
    uint64_t low = UINT64_C(1) << 63;
    CHECK_EQ(expr_apply(EXPR_SDIV, 64, 64, low, UINT64_MAX, 0), low);
    CHECK_EQ(expr_apply(EXPR_SREM, 64, 64, low, UINT64_MAX, 0), 0);
    CHECK_EQ(expr_apply(EXPR_SDIV, 64, 64, low, 0, 0), 1);
    CHECK_EQ(expr_apply(EXPR_SDIV, 64, 64, 5, 0, 0), UINT64_MAX);
    CHECK_EQ(expr_apply(EXPR_UDIV, 64, 64, 5, 0, 0), UINT64_MAX);
    CHECK_EQ(expr_apply(EXPR_SHL, 64, 64, 1, 64, 0), 0);
    CHECK_EQ(expr_apply(EXPR_SHL, 64, 64, 1, 63, 0), low);
    CHECK_EQ(expr_apply(EXPR_ASHR, 64, 64, low, 200, 0), UINT64_MAX);
    CHECK_EQ(expr_apply(EXPR_ASHR, 32, 32, 0x80000000u, 31, 0), 0xffffffffu);
    CHECK_EQ(expr_apply(EXPR_NEG, 8, 8, 1, 0, 0), 255);
    CHECK_EQ(expr_apply(EXPR_NOT, 1, 1, 1, 0, 0), 0);
    CHECK_EQ(expr_apply(EXPR_SEXT, 64, 8, 0x80, 0, 0), 0xffffffffffffff80u);
    CHECK_EQ(expr_apply(EXPR_ZEXT, 64, 8, 0x80, 0, 0), 0x80);
    CHECK_EQ(expr_apply(EXPR_TRUNC, 8, 64, 0x1234, 0, 0), 0x34);
    CHECK_EQ(expr_apply(EXPR_SLT, 1, 64, low, 0, 0), 1);
    CHECK_EQ(expr_apply(EXPR_ITE, 32, 1, 1, 7, 9), 7);
    CHECK_EQ(expr_apply(EXPR_ITE, 32, 1, 0, 7, 9), 9);
}

TEST(equal_expressions_are_one) {
    setup_t s = setup_new();
    const expr_t *x = expr_reg(s.exprs, 32, 0), *y = expr_reg(s.exprs, 32, 1);
    CHECK(expr_binary(s.exprs, EXPR_ADD, x, y) == expr_binary(s.exprs, EXPR_ADD, x, y));
    CHECK(expr_binary(s.exprs, EXPR_ADD, x, y) != expr_binary(s.exprs, EXPR_SUB, x, y));
    CHECK(expr_reg(s.exprs, 32, 0) != expr_reg(s.exprs, 8, 0));
    CHECK(expr_const(s.exprs, 8, 0x1ff) == expr_const(s.exprs, 8, 0xff));
    const type_t *i = type_int(s.program->types, 32, true);
    const type_t *u = type_int(s.program->types, 32, false);
    const expr_t *load = expr_load(s.exprs, x, i);
    CHECK(load == expr_load(s.exprs, x, i));
    CHECK(load != expr_load(s.exprs, x, u));
    CHECK_EQ(load->loads, 1);
    CHECK_EQ(expr_binary(s.exprs, EXPR_MUL, load, load)->loads, 2);
    CHECK(load->id < exprs_count(s.exprs));
    program_delete(s.program);
}

/* Evaluates without folding. regs hold 8-bit values. */
static uint64_t eval(const expr_t *e, const uint64_t *regs) {
    if (e->kind == EXPR_CONST) return e->value;
    if (e->kind == EXPR_REG) return regs[e->reg] & width_mask(e->width);
    uint64_t v[3] = {0};
    for (unsigned i = 0; i < e->arity; i++) v[i] = eval(e->a[i], regs);
    return expr_apply(e->kind, e->width, e->a[0]->width, v[0], v[1], v[2]);
}

static uint64_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

/* A random expression and its value, computed beside the constructors: what
 * they fold must keep the value. */
static const expr_t *random_expr(exprs_t *exprs, uint64_t *seed, unsigned width, int depth,
                                 const uint64_t *regs, uint64_t *value) {
    static const unsigned widths[] = {1, 3, 4, 8};
    if (depth == 0) {
        if (next_random(seed) % 2) {
            *value = next_random(seed) % 4 ? next_random(seed) % 3 : next_random(seed);
            *value = (next_random(seed) % 4 ? *value : -*value) & width_mask(width);
            return expr_const(exprs, width, *value);
        }
        reg_t reg = (reg_t)(next_random(seed) % 4);
        *value = regs[reg] & width_mask(width);
        return expr_reg(exprs, width, reg);
    }
    uint64_t a, b, c;
    const expr_t *x, *y, *z;
    switch (next_random(seed) % 4) {
    case 0: {
        expr_kind_t kind = next_random(seed) % 2 ? EXPR_NOT : EXPR_NEG;
        x = random_expr(exprs, seed, width, depth - 1, regs, &a);
        *value = expr_apply(kind, width, width, a, 0, 0);
        return expr_unary(exprs, kind, x);
    }
    case 1: {
        unsigned from = widths[next_random(seed) % 4];
        bool is_signed = next_random(seed) % 2;
        x = random_expr(exprs, seed, from, depth - 1, regs, &a);
        expr_kind_t kind = from >= width ? EXPR_TRUNC : is_signed ? EXPR_SEXT : EXPR_ZEXT;
        *value = expr_apply(kind, width, from, a, 0, 0);
        return expr_resize(exprs, x, width, is_signed);
    }
    case 2: {
        x = random_expr(exprs, seed, 1, depth - 1, regs, &c);
        y = random_expr(exprs, seed, width, depth - 1, regs, &a);
        z = random_expr(exprs, seed, width, depth - 1, regs, &b);
        *value = c ? a : b;
        return expr_ite(exprs, x, y, z);
    }
    default: {
        unsigned from = width == 1 ? widths[next_random(seed) % 4] : width;
        unsigned kinds = width == 1 && from != 1 ? EXPR_SLE - EXPR_EQ + 1 : EXPR_XOR - EXPR_ADD + 1;
        expr_kind_t kind = (width == 1 && from != 1 ? EXPR_EQ : EXPR_ADD) +
                           (expr_kind_t)(next_random(seed) % kinds);
        x = random_expr(exprs, seed, from, depth - 1, regs, &a);
        y = next_random(seed) % 8 ? random_expr(exprs, seed, from, depth - 1, regs, &b)
                                  : (b = a, x);
        *value = expr_apply(kind, width, from, a, b, 0);
        return expr_binary(exprs, kind, x, y);
    }
    }
}

TEST(folding_keeps_the_value) {
    uint64_t seed = 1;
    for (int round = 0; round < 20000; round++) {
        if (round % 1000 == 0) seed = (uint64_t)round + 1;
        static setup_t s;
        if (round % 1000 == 0) s = setup_new();
        uint64_t regs[4], value;
        for (int i = 0; i < 4; i++) regs[i] = next_random(&seed) & 0xff;
        unsigned width = next_random(&seed) % 2 ? 1 : 8;
        const expr_t *e = random_expr(s.exprs, &seed, width, 1 + round % 4, regs, &value);
        CHECK_EQ(e->width, width);
        CHECK_EQ(eval(e, regs), value);
        if (round % 1000 == 999) program_delete(s.program);
    }
}

TEST(conditions_lose_their_integers) {
    setup_t s = setup_new();
    const expr_t *x = expr_reg(s.exprs, 32, 0), *y = expr_reg(s.exprs, 32, 1);
    const expr_t *less = expr_binary(s.exprs, EXPR_SLT, x, y);
    const expr_t *as_int = expr_resize(s.exprs, less, 32, false);
    CHECK(expr_truth(s.exprs, as_int) == less);
    CHECK(expr_falsity(s.exprs, as_int) == expr_binary(s.exprs, EXPR_SLE, y, x));
    const expr_t *one = expr_const(s.exprs, 32, 1), *none = expr_const(s.exprs, 32, 0);
    CHECK(expr_truth(s.exprs, expr_ite(s.exprs, less, one, none)) == less);
    CHECK(expr_binary(s.exprs, EXPR_ADD, expr_binary(s.exprs, EXPR_ADD, x, one), one) ==
          expr_binary(s.exprs, EXPR_ADD, x, expr_const(s.exprs, 32, 2)));
    program_delete(s.program);
}

TEST(folding_keeps_loads) {
    setup_t s = setup_new();
    const expr_t *load =
        expr_load(s.exprs, expr_reg(s.exprs, 32, 0), type_int(s.program->types, 32, true));
    const expr_t *none = expr_const(s.exprs, 32, 0);
    CHECK_EQ(expr_binary(s.exprs, EXPR_MUL, load, none)->loads, 1);
    CHECK_EQ(expr_binary(s.exprs, EXPR_AND, load, none)->loads, 1);
    CHECK_EQ(expr_binary(s.exprs, EXPR_SUB, load, load)->loads, 2);
    CHECK_EQ(expr_binary(s.exprs, EXPR_EQ, load, load)->loads, 2);
    const expr_t *c = expr_truth(s.exprs, load);
    CHECK_EQ(expr_ite(s.exprs, c, none, none)->loads, 1);
    program_delete(s.program);
}

TEST(addresses_differ) {
    setup_t s = setup_new();
    const type_t *i = type_int(s.program->types, 32, true);
    const object_t *a = program_add_object(s.program, OBJECT_GLOBAL, "a", i, (source_t){0});
    const object_t *b = program_add_object(s.program, OBJECT_GLOBAL, "b", i, (source_t){0});
    const expr_t *pa = expr_addr(s.exprs, a), *pb = expr_addr(s.exprs, b);
    const expr_t *no = expr_const(s.exprs, 1, 0);
    CHECK(expr_binary(s.exprs, EXPR_EQ, pa, pb) == no);
    CHECK(expr_falsity(s.exprs, pa) == no);
    CHECK(expr_binary(s.exprs, EXPR_EQ, pa, expr_const(s.exprs, 32, 65536)) != no);
    program_delete(s.program);
}

static void check_text(setup_t *s, const function_t *f, const expr_t *e, const char *text) {
    strbuf_t out = {0};
    expr_print(&out, f, e);
    CHECK_STR(strbuf_text(&out), text);
    strbuf_free(&out);
    (void)s;
}

TEST(text_is_c) {
    setup_t s = setup_new();
    types_t *types = s.program->types;
    const type_t *i = type_int(types, 32, true), *u = type_int(types, 32, false);
    function_t *f = program_add_function(s.program, "f", type_function(types, i, NULL, 0, false),
                                         (source_t){0});
    const expr_t *x = expr_reg(s.exprs, 32, function_add_reg(s.program, f, "x", i));
    const expr_t *n = expr_reg(s.exprs, 32, function_add_reg(s.program, f, "n", u));
    const expr_t *p =
        expr_reg(s.exprs, 32, function_add_reg(s.program, f, "p", type_pointer(types, i)));
    const object_t *a =
        program_add_object(s.program, OBJECT_GLOBAL, "a", type_array(types, i, 9), (source_t){0});
    const expr_t *one = expr_const(s.exprs, 32, 1), *minus = expr_const(s.exprs, 32, UINT64_MAX);
    const expr_t *four = expr_const(s.exprs, 32, 4);
    check_text(&s, f, expr_binary(s.exprs, EXPR_SUB, x, one), "x - 1");
    check_text(&s, f, expr_binary(s.exprs, EXPR_SLT, x, minus), "x < -1");
    check_text(&s, f, expr_binary(s.exprs, EXPR_ULT, n, minus), "n < 4294967295");
    check_text(&s, f, expr_binary(s.exprs, EXPR_ULT, x, four), "(unsigned)x < 4");
    check_text(&s, f, expr_binary(s.exprs, EXPR_SDIV, x, four), "x / 4");
    check_text(&s, f, expr_binary(s.exprs, EXPR_SLE, four, x), "x >= 4");
    check_text(&s, f, expr_truth(s.exprs, x), "x != 0");
    const expr_t *sum = expr_binary(s.exprs, EXPR_ADD, x, n);
    check_text(&s, f, expr_binary(s.exprs, EXPR_MUL, sum, four), "(x + n) * 4");
    check_text(&s, f,
               expr_binary(s.exprs, EXPR_AND, expr_truth(s.exprs, x), expr_falsity(s.exprs, n)),
               "x != 0 && n == 0");
    check_text(&s, f, expr_load(s.exprs, p, i), "*p");
    check_text(&s, f, expr_load(s.exprs, p, u), "*(unsigned *)p");
    const expr_t *base = expr_addr(s.exprs, a);
    check_text(&s, f, base, "&a");
    check_text(&s, f, expr_load(s.exprs, expr_binary(s.exprs, EXPR_ADD, base, four), i), "a[1]");
    check_text(
        &s, f,
        expr_load(s.exprs,
                  expr_binary(s.exprs, EXPR_ADD, base, expr_binary(s.exprs, EXPR_MUL, x, four)), i),
        "a[x]");
    check_text(&s, f, expr_resize(s.exprs, x, 8, true), "(char)x");
    check_text(&s, f, expr_resize(s.exprs, x, 64, true), "x");
    check_text(&s, f, expr_resize(s.exprs, x, 64, false), "(unsigned)x");
    check_text(&s, f, expr_ite(s.exprs, expr_truth(s.exprs, x), n, four), "x == 0 ? 4 : n");
    program_delete(s.program);
}
