#include "cpa/symbolic/naming.h"
#include "tests/unit/test.h"

/* Variables 0 to 3 of two bits; 2 and 3 lose their names, and there is an input.
 * A valuation gives each its value after the step, and each lost name a value. */
enum { VARIABLES = 4, WIDTH = 2, VALUES = 4, INPUT = 4, SYMBOLS = 5 };

typedef struct {
    terms_t *terms;
    const term_t *symbols[SYMBOLS]; /* old names, and the input */
    facts_t facts;
    uint64_t state;
} trial_t;

static const sort_t two_bits = {.kind = SORT_BV, .width = WIDTH};

static trial_t trial_new(uint64_t seed) {
    trial_t t = {.terms = terms_new(), .state = seed * 2654435761u + 1};
    for (uint64_t i = 0; i < VARIABLES; i++) t.symbols[i] = term_symbol(t.terms, two_bits, i, 0);
    t.symbols[INPUT] = term_symbol(t.terms, two_bits, VARIABLE_INPUT_KIND << 62, 1);
    return t;
}

static void trial_free(trial_t *t) {
    facts_free(&t->facts);
    terms_delete(t->terms);
}

static unsigned below(trial_t *t, unsigned n) {
    t->state = t->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(t->state >> 33) % n;
}

static const term_t *random_condition(trial_t *t, unsigned depth);

static const term_t *random_term(trial_t *t, unsigned depth) {
    static const term_kind_t kinds[] = {TERM_BVADD, TERM_BVMUL,  TERM_BVAND,  TERM_BVOR,
                                        TERM_BVSUB, TERM_BVLSHR, TERM_BVUREM, TERM_BVXOR};
    unsigned choice = below(t, depth ? 10 : 4);
    if (choice < 3) return t->symbols[below(t, SYMBOLS)];
    if (choice == 3) return term_const(t->terms, WIDTH, below(t, VALUES));
    if (choice == 4)
        return term_ite(t->terms, random_condition(t, depth - 1), random_term(t, depth - 1),
                        random_term(t, depth - 1));
    if (choice == 5)
        return term_resize(t->terms, term_extract(t->terms, random_term(t, depth - 1), 0, 0), WIDTH,
                           below(t, 2));
    return term_bv(t->terms, kinds[below(t, 8)], random_term(t, depth - 1),
                   random_term(t, depth - 1));
}

static const term_t *random_condition(trial_t *t, unsigned depth) {
    const term_t *a = random_term(t, depth), *b = random_term(t, depth);
    switch (below(t, 3)) {
    case 0: return term_equal(t->terms, a, b);
    case 1: return term_bv(t->terms, TERM_BVULT, a, b);
    default: return term_not(t->terms, term_bv(t->terms, TERM_BVSLT, a, b));
    }
}

static bool is_kept(void *context, variable_t variable) {
    (void)context;
    return variable < 2;
}

typedef struct {
    const trial_t *t;
    const uint64_t *values; /* of the symbols */
} meaning_t;

static const term_t *value_of(void *context, const term_t *symbol) {
    const meaning_t *m = context;
    for (size_t i = 0; i < SYMBOLS; i++)
        if (m->t->symbols[i] == symbol) return term_const(m->t->terms, WIDTH, m->values[i]);
    return NULL;
}

static bool facts_hold(const trial_t *t, const uint64_t *symbols, const uint64_t *variables) {
    meaning_t m = {t, symbols};
    for (size_t i = 0; i < t->facts.equations.len; i++) {
        const block_item_t *item = &t->facts.equations.data[i];
        const term_t *value = term_substitute(t->terms, item->value, value_of, &m);
        if (value->kind != TERM_CONST || value->value != variables[item->variable]) return false;
    }
    for (size_t i = 0; i < t->facts.conditions.len; i++)
        if (!term_is_true(term_substitute(t->terms, t->facts.conditions.data[i], value_of, &m)))
            return false;
    return true;
}

/* Whatever can be after a step is allowed by the facts after renaming. */
TEST(renaming_only_loses) {
    for (uint64_t seed = 1; seed <= 150; seed++) {
        trial_t t = trial_new(seed);
        /* Names have no equations; the others may. */
        for (variable_t v = 2; v < VARIABLES; v++)
            if (below(&t, 3)) {
                block_item_t item = {v, random_term(&t, 2)};
                VEC_PUSH(t.facts.equations, item);
            }
        for (unsigned n = below(&t, 3); n; n--)
            VEC_PUSH(t.facts.conditions, random_condition(&t, 1));
        bool possible[256] = {false};
        for (unsigned bits = 0; bits < 1 << 14; bits++) {
            uint64_t variables[VARIABLES], symbols[SYMBOLS];
            for (int i = 0; i < VARIABLES; i++) variables[i] = bits >> (2 * i) & 3;
            for (int i = 0; i < 2; i++) symbols[i] = variables[i];
            for (int i = 2; i < SYMBOLS; i++) symbols[i] = bits >> (2 * (i + 2)) & 3;
            if (!possible[bits & 255] && facts_hold(&t, symbols, variables))
                possible[bits & 255] = true;
        }
        facts_rename(&t.facts, t.terms, is_kept, NULL);
        for (unsigned bits = 0; bits < 256; bits++) {
            uint64_t variables[VARIABLES], symbols[SYMBOLS] = {0};
            for (int i = 0; i < VARIABLES; i++) variables[i] = symbols[i] = bits >> (2 * i) & 3;
            if (!CHECK(!possible[bits] || facts_hold(&t, symbols, variables)))
                printf("seed %llu, state %u\n", (unsigned long long)seed, bits);
        }
        trial_free(&t);
    }
}

TEST(a_value_is_named_by_the_first_variable_that_has_it) {
    trial_t t = trial_new(1);
    const term_t *input = t.symbols[INPUT], *one = term_const(t.terms, WIDTH, 1);
    block_item_t first = {2, input}, second = {3, term_bv(t.terms, TERM_BVADD, input, one)};
    VEC_PUSH(t.facts.equations, first);
    VEC_PUSH(t.facts.equations, second);
    VEC_PUSH(t.facts.conditions, term_bv(t.terms, TERM_BVULT, input, t.symbols[0]));
    facts_rename(&t.facts, t.terms, is_kept, NULL);
    CHECK_EQ(t.facts.equations.len, 1);
    CHECK_EQ(t.facts.equations.data[0].variable, 3);
    CHECK(t.facts.equations.data[0].value == term_bv(t.terms, TERM_BVADD, t.symbols[2], one));
    CHECK_EQ(t.facts.conditions.len, 1);
    CHECK(t.facts.conditions.data[0] == term_bv(t.terms, TERM_BVULT, t.symbols[2], t.symbols[0]));
    trial_free(&t);
}

TEST(a_lost_value_is_told_by_one_of_two_that_depend_on_it) {
    trial_t t = trial_new(1);
    const term_t *input = t.symbols[INPUT], *one = term_const(t.terms, WIDTH, 1);
    block_item_t less = {2, term_bv(t.terms, TERM_BVSUB, one, input)};
    block_item_t more = {3, term_bv(t.terms, TERM_BVADD, input, one)};
    VEC_PUSH(t.facts.equations, less);
    VEC_PUSH(t.facts.equations, more);
    VEC_PUSH(t.facts.conditions, term_bv(t.terms, TERM_BVULT, input, t.symbols[0]));
    facts_rename(&t.facts, t.terms, is_kept, NULL);
    const term_t *back = term_bv(t.terms, TERM_BVSUB, one, t.symbols[2]);
    CHECK_EQ(t.facts.equations.len, 1);
    CHECK_EQ(t.facts.equations.data[0].variable, 3);
    CHECK(t.facts.equations.data[0].value == term_bv(t.terms, TERM_BVADD, back, one));
    CHECK_EQ(t.facts.conditions.len, 1);
    CHECK(t.facts.conditions.data[0] == term_bv(t.terms, TERM_BVULT, back, t.symbols[0]));
    trial_free(&t);
}

TEST(an_interval_may_be_one_of_numbers_that_wrapped_around) {
    trial_t t = trial_new(1);
    const sort_t byte = {.kind = SORT_BV, .width = 8};
    const term_t *x = term_symbol(t.terms, byte, 2, 0), *ten = term_const(t.terms, 8, 10);
    VEC_PUSH(t.facts.conditions, term_bv(t.terms, TERM_BVULE, x, ten));
    VEC_PUSH(t.facts.conditions,
             term_bv(t.terms, TERM_BVULE, term_const(t.terms, 8, 5), x)); /* 5..10 */
    const struct {
        const term_t *term;
        uint64_t low, high;
    } cases[] = {
        {term_bv(t.terms, TERM_BVSUB, ten, x), 0, 5},
        {term_bv(t.terms, TERM_BVSUB, x, term_const(t.terms, 8, 5)), 0, 5},
        {term_bv(t.terms, TERM_BVSUB, term_const(t.terms, 8, 4), x), 250, 255},
        {term_bv(t.terms, TERM_BVSUB, term_const(t.terms, 8, 7), x), 0, 255},
        {term_bv(t.terms, TERM_BVSUB, x, term_const(t.terms, 8, 7)), 0, 255},
        {term_bv_unary(t.terms, TERM_BVNEG, x), 246, 251},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        interval_t found = facts_interval(&t.facts, cases[i].term);
        CHECK_EQ(found.low, cases[i].low);
        CHECK_EQ(found.high, cases[i].high);
    }
    trial_free(&t);
}

TEST(what_is_left_of_a_term_is_its_interval) {
    trial_t t = trial_new(1);
    const sort_t byte = {.kind = SORT_BV, .width = 8};
    const term_t *input = term_symbol(t.terms, byte, VARIABLE_INPUT_KIND << 62, 0);
    const term_t *x = term_symbol(t.terms, byte, 2, 0);
    block_item_t item = {2, term_bv(t.terms, TERM_BVAND, input, term_const(t.terms, 8, 15))};
    block_item_t twice = {3, term_bv(t.terms, TERM_BVADD, item.value, item.value)};
    VEC_PUSH(t.facts.equations, item);
    VEC_PUSH(t.facts.equations, twice);
    CHECK_EQ(facts_interval(&t.facts, twice.value).high, 30);
    facts_rename(&t.facts, t.terms, is_kept, NULL);
    CHECK_EQ(t.facts.equations.len, 1);
    CHECK(t.facts.equations.data[0].value == term_bv(t.terms, TERM_BVADD, x, x));
    CHECK_EQ(t.facts.conditions.len, 1);
    CHECK_EQ(facts_interval(&t.facts, x).high, 15);
    trial_free(&t);
}

/* Every value that the conditions allow is among the few. */
TEST(few_values_are_all_that_comparisons_leave) {
    size_t found = 0, over_zero = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        trial_t t = trial_new(seed);
        const sort_t nibble = {.kind = SORT_BV, .width = 4};
        const term_t *x = term_symbol(t.terms, nibble, 0, 0);
        for (unsigned n = 1 + below(&t, 4); n; n--) {
            term_kind_t kind = below(&t, 2) ? TERM_BVULT : TERM_BVSLE;
            const term_t *k = term_const(t.terms, 4, below(&t, 16));
            bool is_left = below(&t, 2);
            VEC_PUSH(t.facts.conditions, term_bv(t.terms, kind, is_left ? x : k, is_left ? k : x));
        }
        few_t few;
        if (facts_few(&t.facts, x, 6, &few)) {
            found++;
            CHECK(few.symbol == x && few.count >= 1 && few.count <= 6);
            over_zero += few.first > 8 && few.first + few.count > 16;
            for (uint64_t value = 0; value < 16; value++) {
                facts_t copy = {0};
                for (size_t i = 0; i < t.facts.conditions.len; i++)
                    VEC_PUSH(copy.conditions, t.facts.conditions.data[i]);
                facts_substitute(&copy, t.terms, x, term_const(t.terms, 4, value));
                bool allowed =
                    term_is_true(term_and_n(t.terms, copy.conditions.data, copy.conditions.len));
                CHECK(!allowed || ((value - few.first) & 15) < few.count);
                facts_free(&copy);
            }
        }
        trial_free(&t);
    }
    CHECK(found > 20 && over_zero > 0);
}
