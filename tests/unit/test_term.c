#include "tests/unit/random_terms.h"
#include "tests/unit/test.h"

#include "solver/term.h"

static sort_t bits(unsigned width) {
    return (sort_t){.kind = SORT_BV, .width = (uint8_t)width};
}
static const sort_t boolean = {.kind = SORT_BOOL};
static const sort_t array8 = {.kind = SORT_ARRAY, .width = 8, .index_width = 32};

static const term_t *var(terms_t *terms, unsigned width, uint64_t tag) {
    return term_symbol(terms, bits(width), tag, 0);
}
static const term_t *flag(terms_t *terms, uint64_t tag) {
    return term_symbol(terms, boolean, tag, 0);
}

static void check_print(const term_t *t, const char *text) {
    strbuf_t out = {0};
    term_print(&out, t, NULL, NULL);
    CHECK_STR(strbuf_text(&out), text);
    strbuf_free(&out);
}

static const term_t *assign(void *context, const term_t *symbol) {
    void **pair = context;
    return assigned(pair[0], pair[1], symbol);
}

/* Builds with symbols, then puts values in: both the rewriting and the folding
 * must keep the meaning. */
TEST(random_terms_keep_their_meaning) {
    random_terms_t *r = calloc(1, sizeof *r);
    r->state = 88172645463325252u;
    terms_t *terms = terms_new();
    for (int round = 0; round < 20000; round++) {
        r->used = 0;
        unsigned width = random_widths[round % RANDOM_WIDTHS];
        bool is_bool = random_below(r, 2);
        random_node_t *node = is_bool ? random_bool(r, 4) : random_bv(r, width, 4);
        const term_t *t = build(terms, node);
        CHECK_EQ(t->sort.kind, is_bool ? SORT_BOOL : SORT_BV);
        for (int i = 0; i < 3; i++) {
            random_assign(r);
            void *context[] = {r, terms};
            const term_t *value = term_substitute(terms, t, assign, context);
            const term_t *expected = value_term(terms, node->width, eval(r, node));
            if (!CHECK(value == expected)) {
                check_print(t, "the term");
                check_print(value, "its value");
                check_print(expected, "expected");
                terms_delete(terms);
                free(r);
                return;
            }
        }
    }
    terms_delete(terms);
    free(r);
}

/* Every binary operator on every pair of 3-bit values, each operand constant
 * or symbolic. */
TEST(operators_exhaustively_on_three_bits) {
    random_terms_t *r = calloc(1, sizeof *r);
    terms_t *terms = terms_new();
    for (term_kind_t kind = TERM_BVADD; kind <= TERM_BVSLE; kind++) {
        bool comparison = kind >= TERM_BVULT;
        for (uint64_t a = 0; a < 8; a++) {
            for (uint64_t b = 0; b < 8; b++) {
                random_node_t left = {.kind = TERM_SYMBOL, .width = 3, .value = 0};
                random_node_t right = {.kind = TERM_SYMBOL, .width = 3, .value = 1};
                random_node_t node = {
                    .kind = kind, .width = comparison ? 0 : 3, .kid = {&left, &right, NULL}};
                r->values[3][0] = a;
                r->values[3][1] = b;
                const term_t *expected = value_term(terms, node.width, eval(r, &node));
                const term_t *x[] = {random_symbol(terms, 3, 0), term_const(terms, 3, a)};
                const term_t *y[] = {random_symbol(terms, 3, 1), term_const(terms, 3, b)};
                void *context[] = {r, terms};
                for (int way = 0; way < 4; way++) {
                    const term_t *t = term_bv(terms, kind, x[way & 1], y[way >> 1]);
                    CHECK(term_substitute(terms, t, assign, context) == expected);
                }
            }
        }
    }
    terms_delete(terms);
    free(r);
}

TEST(equal_terms_are_equal_pointers) {
    terms_t *terms = terms_new();
    const term_t *x = var(terms, 32, 1), *y = var(terms, 32, 2);
    CHECK(x == var(terms, 32, 1));
    CHECK(x != var(terms, 8, 1));
    CHECK(term_bv(terms, TERM_BVADD, x, y) == term_bv(terms, TERM_BVADD, y, x));
    CHECK(term_equal(terms, x, y) == term_equal(terms, y, x));
    CHECK(term_const(terms, 8, 256 + 7) == term_const(terms, 8, 7));
    const term_t *sum = term_bv(terms, TERM_BVADD, x, y);
    CHECK(sum->id > x->id && sum->id > y->id);
    CHECK(terms_at(terms, sum->id) == sum);
    CHECK(terms_count(terms) > sum->id);
    CHECK(terms_bytes(terms) > 0);
    terms_delete(terms);
}

TEST(boolean_simplifications) {
    terms_t *terms = terms_new();
    const term_t *a = flag(terms, 1), *b = flag(terms, 2), *c = flag(terms, 3);
    const term_t *not_a = term_not(terms, a);
    CHECK(term_not(terms, not_a) == a);
    CHECK(term_is_false(term_and(terms, a, not_a)));
    CHECK(term_is_true(term_or(terms, not_a, a)));
    CHECK(term_and(terms, a, term_true(terms)) == a);
    CHECK(term_is_false(term_and(terms, a, term_false(terms))));
    CHECK(term_and(terms, a, a) == a);
    CHECK(term_is_true(term_and_n(terms, NULL, 0)));
    CHECK(term_is_false(term_or_n(terms, NULL, 0)));
    const term_t *abc = term_and(terms, term_and(terms, a, b), c);
    CHECK(abc == term_and(terms, a, term_and(terms, c, b)));
    CHECK_EQ(abc->arity, 3);
    CHECK(term_is_false(term_and(terms, abc, not_a)));
    CHECK(term_equal(terms, not_a, b) == term_not(terms, term_equal(terms, a, b)));
    CHECK(term_ite(terms, a, term_true(terms), b) == term_or(terms, a, b));
    CHECK(term_ite(terms, a, b, not_a) == term_or(terms, not_a, b));
    CHECK(term_ite(terms, not_a, b, c) == term_ite(terms, a, c, b));
    CHECK(term_ite(terms, a, b, b) == b);
    CHECK(term_implies(terms, a, b) == term_or(terms, not_a, b));
    terms_delete(terms);
}

TEST(bit_vector_normal_forms) {
    terms_t *terms = terms_new();
    const term_t *x = var(terms, 32, 1), *y = var(terms, 32, 2), *c = var(terms, 8, 3);
    const term_t *one = term_const(terms, 32, 1), *two = term_const(terms, 32, 2);
    const term_t *three = term_const(terms, 32, 3), *zero = term_const(terms, 32, 0);
    const term_t *p = flag(terms, 4);
    CHECK(term_equal(terms, term_bv(terms, TERM_BVADD, x, one), three) ==
          term_equal(terms, x, two));
    CHECK(term_bv(terms, TERM_BVSUB, term_bv(terms, TERM_BVADD, x, three), two) ==
          term_bv(terms, TERM_BVADD, x, one));
    CHECK(term_bv(terms, TERM_BVULE, x, y) == term_not(terms, term_bv(terms, TERM_BVULT, y, x)));
    /* 2 < x and x >= 3 are one predicate */
    CHECK(term_bv(terms, TERM_BVSLT, two, x) == term_bv(terms, TERM_BVSLE, three, x));
    const term_t *truth = term_ite(terms, p, one, zero);
    CHECK(term_equal(terms, truth, one) == p);
    CHECK(term_equal(terms, truth, zero) == term_not(terms, p));
    CHECK(term_is_false(term_equal(terms, truth, two)));
    CHECK(term_equal(terms, term_resize(terms, truth, 8, true), term_const(terms, 8, 1)) == p);
    CHECK(term_bv(terms, TERM_BVSLT, zero, truth) == p);
    /* char arithmetic promoted to int and cut back */
    const term_t *promoted = term_bv(terms, TERM_BVADD, term_resize(terms, c, 32, true), one);
    CHECK(term_resize(terms, promoted, 8, true) ==
          term_bv(terms, TERM_BVADD, c, term_const(terms, 8, 1)));
    CHECK(term_is_false(
        term_equal(terms, term_resize(terms, c, 32, false), term_const(terms, 32, 256))));
    CHECK(term_is_true(
        term_bv(terms, TERM_BVULT, term_resize(terms, c, 32, false), term_const(terms, 32, 256))));
    CHECK(term_bv(terms, TERM_BVSUB, x, x) == zero);
    CHECK(term_bv(terms, TERM_BVXOR, x, x) == zero);
    terms_delete(terms);
}

TEST(arrays_and_functions) {
    terms_t *terms = terms_new();
    const term_t *a = term_symbol(terms, array8, 1, 0);
    const term_t *i = var(terms, 32, 2), *j = var(terms, 32, 3), *v = var(terms, 8, 4);
    const term_t *w = var(terms, 8, 5);
    const term_t *k1 = term_const(terms, 32, 1), *k2 = term_const(terms, 32, 2);
    const term_t *stored = term_store(terms, a, i, v);
    CHECK(term_select(terms, stored, i) == v);
    CHECK_EQ(term_select(terms, stored, j)->kind, TERM_SELECT);
    CHECK(term_select(terms, term_store(terms, a, k1, v), k2) == term_select(terms, a, k2));
    CHECK(term_store(terms, stored, i, w) == term_store(terms, a, i, w));
    CHECK(term_store(terms, a, i, term_select(terms, a, i)) == a);
    const term_t *all = term_const_array(terms, 32, v);
    CHECK(term_select(terms, all, j) == v);
    CHECK_EQ(all->sort.index_width, 32);
    const term_t *args[] = {i, v};
    const term_t *f = term_apply(terms, 7, 16, args, 2);
    CHECK(f == term_apply(terms, 7, 16, args, 2));
    CHECK(f != term_apply(terms, 8, 16, args, 2));
    CHECK_EQ(f->sort.width, 16);
    check_print(term_select(terms, stored, j), "(select (store v1_0 v2_0 v4_0) v3_0)");
    check_print(f, "(f7 v2_0 v4_0)");
    terms_delete(terms);
}

static const term_t *swap(void *context, const term_t *symbol) {
    const term_t **pair = context;
    return symbol == pair[0] ? pair[1] : symbol == pair[1] ? pair[0] : NULL;
}

TEST(substitution_is_simultaneous) {
    terms_t *terms = terms_new();
    const term_t *x = var(terms, 32, 1), *y = var(terms, 32, 2);
    const term_t *pair[] = {x, y};
    const term_t *t = term_bv(terms, TERM_BVSUB, x, y);
    CHECK(term_substitute(terms, t, swap, pair) == term_bv(terms, TERM_BVSUB, y, x));
    const term_t *sum = term_bv(terms, TERM_BVADD, x, y);
    const term_t *less = term_bv(terms, TERM_BVULT, sum, x);
    CHECK(term_replace(terms, less, sum, y) == term_bv(terms, TERM_BVULT, y, x));
    CHECK(term_contains(terms, less, sum));
    CHECK(!term_contains(terms, less, t));
    terms_delete(terms);
}

TEST(symbols_atoms_and_conjuncts) {
    terms_t *terms = terms_new();
    const term_t *x = var(terms, 32, 1), *y = var(terms, 32, 2), *p = flag(terms, 3);
    const term_t *less = term_bv(terms, TERM_BVSLT, x, y), *same = term_equal(terms, x, y);
    const term_t *either = term_or(terms, less, same);
    const term_t *t =
        term_and(terms, term_not(terms, term_or(terms, p, same)), term_equal(terms, p, either));
    term_vec_t found = {0};
    term_symbols(terms, t, &found);
    CHECK_EQ(found.len, 3);
    size_t before = found.len;
    term_symbols(terms, less, &found);
    CHECK_EQ(found.len, before);
    VEC_CLEAR(found);
    term_atoms(terms, t, &found);
    CHECK_EQ(found.len, 3); /* p, less, same */
    VEC_CLEAR(found);
    term_conjuncts(terms, t, &found);
    CHECK_EQ(found.len, 3); /* not p, not same, the equivalence */
    CHECK(term_and_n(terms, found.data, found.len) != term_true(terms));
    VEC_FREE(found);
    CHECK_EQ(term_size(terms, less), 3);
    terms_delete(terms);
}

/* A shared DAG whose tree has 2^100000 leaves, and as deep as it is large. */
TEST(deep_shared_terms) {
    terms_t *terms = terms_new();
    const term_t *x = var(terms, 32, 1), *y = var(terms, 32, 2), *t = x;
    for (int i = 0; i < 100000; i++)
        t = term_bv(terms, TERM_BVMUL, t, term_bv(terms, TERM_BVADD, t, y));
    term_vec_t found = {0};
    term_symbols(terms, t, &found);
    CHECK_EQ(found.len, 2);
    VEC_CLEAR(found);
    CHECK_EQ(term_size(terms, t), 200002);
    const term_t *pair[] = {x, y};
    const term_t *swapped = term_substitute(terms, t, swap, pair);
    CHECK(swapped != t);
    CHECK(term_substitute(terms, swapped, swap, pair) == t);
    strbuf_t text = {0};
    term_write(terms, &text, &t, 1);
    CHECK(term_read(terms, strbuf_text(&text), &found));
    CHECK(found.len == 1 && found.data[0] == t);
    strbuf_free(&text);
    VEC_FREE(found);
    terms_delete(terms);
}

/* Growing a conjunction conjunct by conjunct must not take quadratic memory. */
TEST(conjunctions_grow_linearly) {
    terms_t *terms = terms_new();
    const term_t *t = term_true(terms);
    for (unsigned i = 0; i < 50000; i++) t = term_and(terms, t, flag(terms, i));
    CHECK(terms_bytes(terms) < 100u << 20);
    term_vec_t found = {0};
    term_conjuncts(terms, t, &found);
    CHECK_EQ(found.len, 50000);
    VEC_FREE(found);
    terms_delete(terms);
}

TEST(text_carries_terms_between_tables) {
    random_terms_t *r = calloc(1, sizeof *r);
    r->state = 4711;
    terms_t *terms = terms_new(), *other = terms_new();
    for (int round = 0; round < 500; round++) {
        r->used = 0;
        const term_t *list[2] = {build(terms, random_bool(r, 4)),
                                 build(terms, random_bv(r, 32, 4))};
        strbuf_t text = {0};
        term_write(terms, &text, list, 2);
        term_vec_t back = {0}, again = {0};
        CHECK(term_read(terms, strbuf_text(&text), &back));
        CHECK(back.len == 2 && back.data[0] == list[0] && back.data[1] == list[1]);
        VEC_CLEAR(back);
        /* Ids differ in another table, so compare after a second journey. */
        CHECK(term_read(other, strbuf_text(&text), &back) && back.len == 2);
        strbuf_clear(&text);
        term_write(other, &text, back.data, 2);
        CHECK(term_read(terms, strbuf_text(&text), &again));
        CHECK(again.len == 2 && again.data[0] == list[0] && again.data[1] == list[1]);
        strbuf_free(&text);
        VEC_FREE(back);
        VEC_FREE(again);
    }
    terms_delete(terms);
    terms_delete(other);
    free(r);
}

TEST(malformed_text_is_refused) {
    terms_t *terms = terms_new();
    const term_t *a = term_symbol(terms, array8, 1, 0), *i = var(terms, 32, 2);
    const term_t *t = term_equal(terms, term_select(terms, a, i), var(terms, 8, 3));
    strbuf_t text = {0};
    term_write(terms, &text, &t, 1);
    term_vec_t list = {0};
    CHECK(term_read(terms, strbuf_text(&text), &list));
    CHECK_EQ(list.len, 1);
    char *copy = strdup(strbuf_text(&text));
    size_t length = strlen(copy);
    for (size_t cut = 0; cut < length; cut++) { /* every prefix */
        char saved = copy[cut];
        copy[cut] = '\0';
        CHECK(!term_read(terms, copy, &list));
        copy[cut] = saved;
    }
    unsigned accepted = 0;
    for (size_t at = 0; at < length; at++) { /* any byte changed: no crash */
        char saved = copy[at];
        for (const char *c = "0f=. \nx"; *c; c++) {
            copy[at] = *c;
            list.len = 1;
            accepted += term_read(terms, copy, &list);
        }
        copy[at] = saved;
    }
    CHECK(accepted < 7 * length);
    CHECK(!term_read(terms, "", &list));
    CHECK(!term_read(terms, "a 1 20 0 0 0 2 0 0 \n= 1 0 \n.\n", &list)); /* refers to itself */
    free(copy);
    strbuf_free(&text);
    VEC_FREE(list);
    terms_delete(terms);
}

static void named(strbuf_t *out, uint64_t tag, uint32_t index, void *context) {
    strbuf_printf(out, "%s%u@%u", (const char *)context, (unsigned)tag, index);
}

TEST(printing) {
    terms_t *terms = terms_new();
    const term_t *x = var(terms, 32, 1), *y = term_symbol(terms, bits(32), 1, 5);
    check_print(term_bv(terms, TERM_BVSLT, x, y), "(bvslt v1_0 v1_5)");
    check_print(term_equal(terms, x, term_const(terms, 32, 7)), "(= v1_0 (_ bv7 32))");
    check_print(term_extract(terms, x, 7, 0), "((_ extract 7 0) v1_0)");
    check_print(term_resize(terms, x, 64, true), "((_ sign_extend 32) v1_0)");
    check_print(term_const_array(terms, 32, term_const(terms, 8, 0)),
                "((as const (Array (_ BitVec 32) (_ BitVec 8))) (_ bv0 8))");
    strbuf_t out = {0};
    term_print(&out, term_not(terms, term_equal(terms, x, y)), named, "x");
    CHECK_STR(strbuf_text(&out), "(not (= x1@0 x1@5))");
    strbuf_free(&out);
    terms_delete(terms);
}
