#include "tests/unit/test.h"

#include "witness/facts/interval.h"

/* Over 4 bits everything can be tried. */
enum { WIDTH = 4, VALUES = 16 };

static bool contains(const fact_interval_t *a, unsigned width, uint64_t value) {
    int64_t number = sign_extend(value, width);
    return !a->is_empty && a->low <= number && number <= a->high && a->least <= value &&
           value <= a->most;
}

/* The values from first to last, on the circle. */
static fact_interval_t some(unsigned first, unsigned count) {
    fact_interval_t a = interval_empty();
    for (unsigned i = 0; i < count; i++) {
        fact_interval_t one = interval_constant(WIDTH, (first + i) % VALUES);
        a = interval_join(&a, &one);
    }
    return a;
}

static bool result_is_covered(expr_kind_t kind, unsigned width, const fact_interval_t *a,
                              const fact_interval_t *b) {
    fact_interval_t result = interval_apply(kind, width, WIDTH, a, b);
    for (uint64_t x = 0; x < VALUES; x++)
        for (uint64_t y = 0; y < VALUES; y++)
            if (contains(a, WIDTH, x) && contains(b, WIDTH, y) &&
                !contains(&result, width, expr_apply(kind, width, WIDTH, x, y, 0)))
                return false;
    return true;
}

TEST(operators_cover_all_results) {
    static const struct {
        expr_kind_t kind;
        unsigned width;
    } operators[] = {
        {EXPR_NOT, 4},  {EXPR_NEG, 4},  {EXPR_ZEXT, 8}, {EXPR_SEXT, 8}, {EXPR_TRUNC, 2},
        {EXPR_ADD, 4},  {EXPR_SUB, 4},  {EXPR_MUL, 4},  {EXPR_UDIV, 4}, {EXPR_SDIV, 4},
        {EXPR_UREM, 4}, {EXPR_SREM, 4}, {EXPR_SHL, 4},  {EXPR_LSHR, 4}, {EXPR_ASHR, 4},
        {EXPR_AND, 4},  {EXPR_OR, 4},   {EXPR_XOR, 4},  {EXPR_EQ, 1},   {EXPR_ULT, 1},
        {EXPR_ULE, 1},  {EXPR_SLT, 1},  {EXPR_SLE, 1},
    };
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        for (unsigned first = 0; first < VALUES; first++)
            for (unsigned second = 0; second < VALUES; second++)
                for (unsigned counts = 0; counts < 9; counts++) {
                    fact_interval_t a = some(first, 1 + counts % 3 * 2);
                    fact_interval_t b = some(second, 1 + counts / 3 * 3);
                    if (!result_is_covered(operators[i].kind, operators[i].width, &a, &b))
                        CHECK_EQ(operators[i].kind, (first * 100 + second) * 100 + counts);
                }
    fact_interval_t two = interval_constant(WIDTH, 2), three = interval_constant(WIDTH, 3);
    fact_interval_t sum = interval_apply(EXPR_ADD, WIDTH, WIDTH, &two, &three);
    CHECK(interval_is_constant(&sum) && sum.least == 5);
    fact_interval_t range = interval_between(WIDTH, 0, 3);
    fact_interval_t more = interval_apply(EXPR_ADD, WIDTH, WIDTH, &range, &two);
    CHECK(more.low == 2 && more.high == 5 && more.least == 2 && more.most == 5);
}

TEST(refinements_keep_what_can_be) {
    static const expr_kind_t kinds[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
    unsigned smaller = 0;
    for (unsigned i = 0; i < 5 * VALUES * VALUES * 16; i++) {
        expr_kind_t kind = kinds[i % 5];
        unsigned rest = i / 5;
        fact_interval_t a = some(rest % VALUES, 1 + rest / 256 % 4 * 2);
        fact_interval_t b = some(rest / VALUES % VALUES, 1 + rest / 1024 % 4);
        for (unsigned way = 0; way < 4; way++) {
            bool is_second = way & 1, holds = way & 2;
            fact_interval_t r = interval_refine(kind, WIDTH, &a, &b, is_second, holds);
            smaller += !interval_equal(&r, &a);
            for (uint64_t x = 0; x < VALUES; x++)
                for (uint64_t y = 0; y < VALUES; y++) {
                    bool can_be = contains(&a, WIDTH, x) && contains(&b, WIDTH, y) &&
                                  expr_apply(kind, 1, WIDTH, is_second ? y : x, is_second ? x : y,
                                             0) == holds;
                    if (can_be && !contains(&r, WIDTH, x)) CHECK_EQ(i, way);
                }
        }
    }
    CHECK(smaller > 1000);
}

TEST(widening_goes_to_thresholds_and_ends) {
    static const int64_t thresholds[] = {-1, 0, 9, 10, 11};
    fact_interval_t at = interval_constant(32, 0), one = interval_constant(32, 1);
    fact_interval_t next = interval_apply(EXPR_ADD, 32, 32, &at, &one);
    at = interval_widen(32, &at, &next, thresholds, 5);
    CHECK(at.low == 0 && at.high == 9 && at.least == 0 && at.most == 9);
    for (int i = 0; i < 10; i++) {
        next = interval_apply(EXPR_ADD, 32, 32, &at, &one);
        at = interval_widen(32, &at, &next, thresholds, 5);
    }
    CHECK(interval_is_all(&at, 32));
}

TEST(numbers_of_this_tool_are_marked) {
    fact_interval_t handle = interval_all(32), three = interval_constant(32, 3);
    handle.is_internal = true;
    CHECK(interval_apply(EXPR_ADD, 32, 32, &handle, &three).is_internal);
    CHECK(interval_apply(EXPR_ULT, 1, 32, &handle, &three).is_internal);
    CHECK(!interval_apply(EXPR_EQ, 1, 32, &handle, &three).is_internal);
    CHECK(interval_refine(EXPR_EQ, 32, &three, &handle, false, true).is_internal);
}
