#ifndef TESTS_UNIT_RANDOM_TERMS_H
#define TESTS_UNIT_RANDOM_TERMS_H

/* Random expressions with a meaning of their own: eval computes it with plain
 * 128-bit numbers and shares nothing with the constructors of terms. */

#include "solver/term.h"

#include <stdlib.h>

typedef unsigned __int128 u128;
typedef __int128 s128;

static const unsigned random_widths[] = {1, 3, 8, 32, 64};
enum { RANDOM_WIDTHS = 5, RANDOM_VARS = 3, POOL = 4096 };

typedef struct random_node {
    term_kind_t kind;
    unsigned width; /* 0: Boolean */
    uint64_t value; /* CONST; SYMBOL: number of the variable; EXTRACT: bounds */
    struct random_node *kid[3];
} random_node_t;

typedef struct random_terms {
    uint64_t state;
    random_node_t pool[POOL];
    size_t used;
    /* values[w][v]: variable v of width w bits (0: Boolean) */
    uint64_t values[65][RANDOM_VARS];
} random_terms_t;

static inline uint64_t random_next(random_terms_t *r) {
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return r->state * 0x2545f4914f6cdd1du;
}

static inline uint64_t random_below(random_terms_t *r, uint64_t n) {
    return (random_next(r) >> 16) % n;
}

static inline uint64_t low_bits(unsigned width) {
    return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

/* Corner cases are more likely than anything else. */
static inline uint64_t random_value(random_terms_t *r, unsigned width) {
    uint64_t mask = low_bits(width), top = (mask >> 1) + 1;
    uint64_t corners[] = {0, 1, mask, top, top - 1, 2, mask - 1, width};
    uint64_t pick = random_below(r, 12);
    return (pick < 8 ? corners[pick] : random_next(r)) & mask;
}

static inline void random_assign(random_terms_t *r) {
    for (unsigned w = 0; w <= 64; w++)
        for (int v = 0; v < RANDOM_VARS; v++) r->values[w][v] = random_value(r, w ? w : 1);
}

static inline random_node_t *random_node(random_terms_t *r, term_kind_t kind, unsigned width) {
    if (r->used == POOL) abort();
    random_node_t *node = &r->pool[r->used++];
    *node = (random_node_t){.kind = kind, .width = width};
    return node;
}

static inline random_node_t *random_bool(random_terms_t *r, int depth);

static inline random_node_t *random_leaf(random_terms_t *r, unsigned width) {
    bool constant = random_below(r, 3) == 0;
    if (width == 0 && constant)
        return random_node(r, random_below(r, 2) ? TERM_TRUE : TERM_FALSE, 0);
    random_node_t *node = random_node(r, constant ? TERM_CONST : TERM_SYMBOL, width);
    node->value = constant ? random_value(r, width) : random_below(r, RANDOM_VARS);
    return node;
}

static inline random_node_t *random_bv(random_terms_t *r, unsigned width, int depth) {
    if (depth == 0 || random_below(r, 8) == 0) return random_leaf(r, width);
    static const term_kind_t kinds[] = {
        TERM_BVNOT,  TERM_BVNEG,  TERM_BVADD,   TERM_BVSUB,  TERM_BVMUL,  TERM_BVUDIV, TERM_BVSDIV,
        TERM_BVUREM, TERM_BVSREM, TERM_BVSHL,   TERM_BVLSHR, TERM_BVASHR, TERM_BVAND,  TERM_BVOR,
        TERM_BVXOR,  TERM_CONCAT, TERM_EXTRACT, TERM_ZEXT,   TERM_SEXT,   TERM_ITE,    TERM_ITE};
    random_node_t *node =
        random_node(r, kinds[random_below(r, sizeof kinds / sizeof kinds[0])], width);
    unsigned other;
    switch (node->kind) {
    case TERM_ITE:
        node->kid[0] = random_bool(r, depth - 1);
        node->kid[1] = random_bv(r, width, depth - 1);
        node->kid[2] = random_bv(r, width, depth - 1);
        break;
    case TERM_CONCAT:
        if (width == 1) return random_leaf(r, width);
        other = 1 + (unsigned)random_below(r, width - 1);
        node->kid[0] = random_bv(r, other, depth - 1);
        node->kid[1] = random_bv(r, width - other, depth - 1);
        break;
    case TERM_EXTRACT: {
        other = width + (unsigned)random_below(r, 65 - width);
        unsigned low = (unsigned)random_below(r, other - width + 1);
        node->value = (uint64_t)(low + width - 1) << 8 | low;
        node->kid[0] = random_bv(r, other, depth - 1);
        break;
    }
    case TERM_ZEXT:
    case TERM_SEXT:
        node->kid[0] = random_bv(r, 1 + (unsigned)random_below(r, width), depth - 1);
        break;
    case TERM_BVNOT:
    case TERM_BVNEG: node->kid[0] = random_bv(r, width, depth - 1); break;
    default:
        node->kid[0] = random_bv(r, width, depth - 1);
        node->kid[1] = random_bv(r, width, depth - 1);
        break;
    }
    return node;
}

static inline random_node_t *random_bool(random_terms_t *r, int depth) {
    if (depth == 0 || random_below(r, 8) == 0) return random_leaf(r, 0);
    static const term_kind_t kinds[] = {TERM_NOT,   TERM_AND,   TERM_OR,    TERM_IFF,
                                        TERM_ITE,   TERM_EQ,    TERM_BVULT, TERM_BVULE,
                                        TERM_BVSLT, TERM_BVSLE, TERM_EQ};
    random_node_t *node = random_node(r, kinds[random_below(r, sizeof kinds / sizeof kinds[0])], 0);
    unsigned width = random_widths[random_below(r, RANDOM_WIDTHS)];
    bool over_bits = node->kind == TERM_EQ || node->kind >= TERM_BVULT;
    int arity = node->kind == TERM_NOT ? 1 : node->kind == TERM_ITE ? 3 : 2;
    for (int i = 0; i < arity; i++)
        node->kid[i] = over_bits ? random_bv(r, width, depth - 1) : random_bool(r, depth - 1);
    return node;
}

static inline s128 as_signed(u128 value, unsigned width) {
    return value >> (width - 1) & 1 ? (s128)value - ((s128)1 << width) : (s128)value;
}

static inline u128 eval_shift(term_kind_t kind, unsigned width, u128 a, u128 b) {
    /* One bit at a time. */
    for (u128 i = 0; i < b && i < 64; i++)
        a = kind == TERM_BVSHL    ? a << 1
            : kind == TERM_BVLSHR ? a >> 1
                                  : a >> 1 | (a >> (width - 1) & 1) << (width - 1);
    return a;
}

static inline u128 eval_divide(term_kind_t kind, unsigned width, u128 a, u128 b) {
    s128 x = as_signed(a, width), y = as_signed(b, width);
    switch (kind) {
    case TERM_BVUDIV: return b ? a / b : ~(u128)0;
    case TERM_BVUREM: return b ? a % b : a;
    case TERM_BVSDIV: return b ? (u128)(x / y) : x < 0 ? 1 : ~(u128)0;
    default: return b ? (u128)(x % y) : a;
    }
}

static inline uint64_t eval(const random_terms_t *r, const random_node_t *n);

static inline u128 eval_two(const random_node_t *n, unsigned width, unsigned right_width, u128 a,
                            u128 b) {
    switch (n->kind) {
    case TERM_BVADD: return a + b;
    case TERM_BVSUB: return a - b;
    case TERM_BVMUL: return a * b;
    case TERM_BVUDIV:
    case TERM_BVSDIV:
    case TERM_BVUREM:
    case TERM_BVSREM: return eval_divide(n->kind, width, a, b);
    case TERM_BVSHL:
    case TERM_BVLSHR:
    case TERM_BVASHR: return eval_shift(n->kind, width, a, b);
    case TERM_AND:
    case TERM_BVAND: return a & b;
    case TERM_OR:
    case TERM_BVOR: return a | b;
    case TERM_BVXOR: return a ^ b;
    case TERM_CONCAT: return a << right_width | b;
    case TERM_IFF:
    case TERM_EQ: return a == b;
    case TERM_BVULT: return a < b;
    case TERM_BVULE: return a <= b;
    case TERM_BVSLT: return as_signed(a, width) < as_signed(b, width);
    case TERM_BVSLE: return as_signed(a, width) <= as_signed(b, width);
    default: abort();
    }
}

static inline uint64_t eval(const random_terms_t *r, const random_node_t *n) {
    uint64_t mask = low_bits(n->width ? n->width : 1);
    switch (n->kind) {
    case TERM_TRUE: return 1;
    case TERM_FALSE: return 0;
    case TERM_CONST: return n->value;
    case TERM_SYMBOL: return r->values[n->width][n->value];
    case TERM_NOT: return !eval(r, n->kid[0]);
    case TERM_BVNOT: return ~eval(r, n->kid[0]) & mask;
    case TERM_BVNEG: return (~eval(r, n->kid[0]) + 1) & mask;
    case TERM_ITE: return eval(r, n->kid[0]) ? eval(r, n->kid[1]) : eval(r, n->kid[2]);
    case TERM_EXTRACT: return eval(r, n->kid[0]) >> (n->value & 255) & mask;
    case TERM_ZEXT: return eval(r, n->kid[0]);
    case TERM_SEXT: return (uint64_t)as_signed(eval(r, n->kid[0]), n->kid[0]->width) & mask;
    default: break;
    }
    u128 a = eval(r, n->kid[0]), b = eval(r, n->kid[1]);
    return (uint64_t)eval_two(n, n->kid[0]->width, n->kid[1]->width, a, b) & mask;
}

/* The variables: tag 100 + number, index = width. */
static inline const term_t *random_symbol(terms_t *terms, unsigned width, uint64_t number) {
    sort_t sort = {.kind = width ? SORT_BV : SORT_BOOL, .width = (uint8_t)width};
    return term_symbol(terms, sort, 100 + number, width);
}

static inline const term_t *value_term(terms_t *terms, unsigned width, uint64_t value) {
    return width ? term_const(terms, width, value) : term_bool(terms, value != 0);
}

static inline const term_t *assigned(random_terms_t *r, terms_t *terms, const term_t *symbol) {
    return value_term(terms, symbol->index, r->values[symbol->index][symbol->value - 100]);
}

/* The expression as a term. */
static inline const term_t *build(terms_t *terms, const random_node_t *n) {
    const term_t *k[3] = {NULL, NULL, NULL};
    for (int i = 0; i < 3 && n->kid[i]; i++) k[i] = build(terms, n->kid[i]);
    switch (n->kind) {
    case TERM_TRUE: return term_true(terms);
    case TERM_FALSE: return term_false(terms);
    case TERM_CONST: return term_const(terms, n->width, n->value);
    case TERM_SYMBOL: return random_symbol(terms, n->width, n->value);
    case TERM_NOT: return term_not(terms, k[0]);
    case TERM_AND: return term_and(terms, k[0], k[1]);
    case TERM_OR: return term_or(terms, k[0], k[1]);
    case TERM_IFF:
    case TERM_EQ: return term_equal(terms, k[0], k[1]);
    case TERM_ITE: return term_ite(terms, k[0], k[1], k[2]);
    case TERM_BVNOT:
    case TERM_BVNEG: return term_bv_unary(terms, n->kind, k[0]);
    case TERM_EXTRACT:
        return term_extract(terms, k[0], (unsigned)(n->value >> 8), (unsigned)(n->value & 255));
    case TERM_ZEXT:
    case TERM_SEXT: return term_resize(terms, k[0], n->width, n->kind == TERM_SEXT);
    default: return term_bv(terms, n->kind, k[0], k[1]);
    }
}

#endif
