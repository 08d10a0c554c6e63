#include "solver/linear.h"

#include "solver/term_internal.h"

#include <stdlib.h>

/* Constants beyond this are no offsets but addresses or masks. */
#define MOST_FACTOR ((int64_t)1 << 20)
enum { MOST_SHIFT = 16, SIGN_DEPTH = 6 };

/* Shapes */

static bool is_small_number(const term_t *t) {
    if (t->kind != TERM_CONST) return false;
    int64_t value = bv_signed(t->sort.width, t->value);
    return value > -MOST_FACTOR && value < MOST_FACTOR;
}

linear_shape_t linear_shape(const term_t *term) {
    switch (term->kind) {
    case TERM_TRUE:
    case TERM_FALSE:
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_IFF: return LINEAR_BOOLEAN;
    case TERM_EQ: return term->a[0]->sort.kind == SORT_BV ? LINEAR_COMPARISON : LINEAR_LEAF;
    case TERM_BVULT:
    case TERM_BVULE:
    case TERM_BVSLT:
    case TERM_BVSLE: return LINEAR_COMPARISON;
    case TERM_CONST: return LINEAR_NUMBER;
    case TERM_BVADD:
    case TERM_BVSUB:
    case TERM_BVNEG:
    case TERM_BVNOT: return LINEAR_SUM;
    case TERM_BVMUL:
        return is_small_number(term->a[0]) || is_small_number(term->a[1]) ? LINEAR_SUM
                                                                          : LINEAR_LEAF;
    case TERM_BVSHL:
        return term->a[1]->kind == TERM_CONST && term->a[1]->value <= MOST_SHIFT ? LINEAR_SUM
                                                                                 : LINEAR_LEAF;
    case TERM_ITE: return term->sort.kind == SORT_ARRAY ? LINEAR_LEAF : LINEAR_CASES;
    case TERM_ZEXT:
    case TERM_SEXT: return LINEAR_SAME;
    default: return LINEAR_LEAF;
    }
}

/* Signs */

static void mark_unsigned(linear_signs_t *signs, const term_t *t, int depth) {
    switch (linear_shape(t)) {
    case LINEAR_LEAF:
        if (t->kind == TERM_SYMBOL)
            map64_put(&signs->tags, t->value, 1);
        else
            map64_put(&signs->others, t->id, 1);
        break;
    case LINEAR_SUM:
    case LINEAR_CASES:
    case LINEAR_SAME:
        if (t->kind == TERM_SEXT) break;
        for (size_t i = t->kind == TERM_ITE; depth && i < t->arity; i++)
            mark_unsigned(signs, t->a[i], depth - 1);
        break;
    default: break;
    }
}

void linear_signs_collect(linear_signs_t *signs, terms_t *terms, const term_t *const *parts,
                          size_t count) {
    *signs = (linear_signs_t){0};
    walk_t *walk = walk_begin(terms);
    for (size_t i = 0; i < count; i++) VEC_PUSH(walk->stack, parts[i]);
    while (walk->stack.len) {
        const term_t *top = VEC_POP(walk->stack);
        if (walk_seen(walk, top)) continue;
        walk_mark(walk, top, NULL);
        bool is_unsigned =
            top->kind == TERM_BVULT || top->kind == TERM_BVULE || top->kind == TERM_ZEXT;
        for (size_t i = 0; i < top->arity; i++) {
            if (is_unsigned) mark_unsigned(signs, top->a[i], SIGN_DEPTH);
            VEC_PUSH(walk->stack, top->a[i]);
        }
    }
    walk_end(terms, walk);
}

void linear_signs_free(linear_signs_t *signs) {
    map64_free(&signs->tags);
    map64_free(&signs->others);
}

static bool is_unsigned_within(const linear_signs_t *signs, const term_t *t, int depth) {
    uint64_t ignored;
    switch (linear_shape(t)) {
    case LINEAR_LEAF:
        return t->kind == TERM_SYMBOL ? map64_get(&signs->tags, t->value, &ignored)
                                      : map64_get(&signs->others, t->id, &ignored);
    case LINEAR_SUM:
    case LINEAR_CASES:
        for (size_t i = t->kind == TERM_ITE; depth && i < t->arity; i++)
            if (is_unsigned_within(signs, t->a[i], depth - 1)) return true;
        return false;
    default: return false; /* what was extended has room for a sign */
    }
}

bool linear_is_unsigned(const linear_signs_t *signs, const term_t *term) {
    return is_unsigned_within(signs, term, SIGN_DEPTH);
}

/* Sums */

void linear_sum_free(linear_sum_t *sum) {
    VEC_FREE(sum->items);
}

void linear_sum_add(linear_sum_t *sum, const term_t *term, int64_t factor) {
    for (size_t i = 0; i < sum->items.len; i++) {
        linear_item_t *item = &sum->items.data[i];
        if (item->term != term) continue;
        if (__builtin_add_overflow(item->factor, factor, &item->factor)) sum->is_lost = true;
        if (item->factor == 0) sum->items.data[i] = sum->items.data[--sum->items.len];
        return;
    }
    if (factor) VEC_PUSH(sum->items, ((linear_item_t){term, factor}));
}

void linear_sum_add_number(linear_sum_t *sum, int64_t number, int64_t factor) {
    int64_t product;
    if (__builtin_mul_overflow(number, factor, &product) ||
        __builtin_add_overflow(sum->constant, product, &sum->constant))
        sum->is_lost = true;
}

static int64_t factor_of(const linear_sum_t *sum, const term_t *term) {
    for (size_t i = 0; i < sum->items.len; i++)
        if (sum->items.data[i].term == term) return sum->items.data[i].factor;
    return 0;
}

bool linear_sums_are_opposite(const linear_sum_t *a, const linear_sum_t *b) {
    if (a->is_lost || b->is_lost || a->items.len != b->items.len) return false;
    if (a->constant != -b->constant) return false;
    for (size_t i = 0; i < a->items.len; i++)
        if (factor_of(b, a->items.data[i].term) != -a->items.data[i].factor) return false;
    return true;
}

/* Back to bit-vectors */

static int64_t greatest_divisor(int64_t a, int64_t b) {
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

static bool is_too_large(const linear_sum_t *sum) {
    if (sum->is_lost || sum->items.len == 0) return true;
    if (sum->constant == INT64_MIN) return true;
    for (size_t i = 0; i < sum->items.len; i++)
        if (llabs(sum->items.data[i].factor) >= MOST_FACTOR) return true;
    return false;
}

/* Two sides of a comparison, of which neither has a negative factor. */
typedef struct sides {
    unsigned width;
    bool is_unsigned;
    const term_t *left, *right; /* NULL: nothing yet */
    int64_t bound; /* left - right <= bound or = bound */
} sides_t;

static bool fits(const sides_t *s, int64_t number) {
    if (s->width >= 64) return !s->is_unsigned || number >= 0;
    int64_t limit = (int64_t)1 << (s->width - !s->is_unsigned);
    return number < limit && number >= (s->is_unsigned ? 0 : -limit);
}

static const term_t *plus(terms_t *terms, const term_t *a, const term_t *b) {
    return a ? term_bv(terms, TERM_BVADD, a, b) : b;
}

static int64_t floor_divide(int64_t a, int64_t b) {
    int64_t quotient = a / b;
    return quotient - (a % b != 0 && a < 0);
}

static bool arrange(terms_t *terms, const linear_sum_t *sum, const linear_signs_t *signs,
                    bool is_equality, sides_t *s) {
    *s = (sides_t){0};
    if (is_too_large(sum)) return false;
    int64_t divisor = 0;
    for (size_t i = 0; i < sum->items.len; i++) {
        const linear_item_t *item = &sum->items.data[i];
        if (item->term->sort.width > s->width) s->width = item->term->sort.width;
        if (linear_is_unsigned(signs, item->term)) s->is_unsigned = true;
        divisor = greatest_divisor(divisor, item->factor);
    }
    if (is_equality && sum->constant % divisor) return false;
    s->bound = floor_divide(-sum->constant, divisor);
    for (size_t i = 0; i < sum->items.len; i++) {
        const linear_item_t *item = &sum->items.data[i];
        const term_t *t =
            term_resize(terms, item->term, s->width, !linear_is_unsigned(signs, item->term));
        int64_t factor = item->factor / divisor;
        if (llabs(factor) != 1)
            t = term_bv(terms, TERM_BVMUL, t, term_const(terms, s->width, (uint64_t)llabs(factor)));
        if (factor > 0)
            s->left = plus(terms, s->left, t);
        else
            s->right = plus(terms, s->right, t);
    }
    return true;
}

static const term_t *compare(terms_t *terms, const sides_t *s, const term_t *left,
                             const term_t *right) {
    return term_bv(terms, s->is_unsigned ? TERM_BVULE : TERM_BVSLE, left, right);
}

const term_t *linear_at_most_zero(terms_t *terms, const linear_sum_t *sum,
                                  const linear_signs_t *signs) {
    sides_t s;
    if (!arrange(terms, sum, signs, false, &s)) return NULL;
    if (!s.left || !s.right) {
        int64_t bound = s.left ? s.bound : -s.bound;
        if (!fits(&s, bound)) return NULL;
        const term_t *number = term_const(terms, s.width, (uint64_t)bound);
        return s.left ? compare(terms, &s, s.left, number) : compare(terms, &s, number, s.right);
    }
    if (s.bound == -1) return term_not(terms, compare(terms, &s, s.right, s.left));
    const term_t *number = term_const(terms, s.width, (uint64_t)llabs(s.bound));
    if (!fits(&s, llabs(s.bound))) return NULL;
    /* Values with a sign rather lie far from the least than from the greatest one
     * if something is taken away; without a sign 0 is the least. */
    term_kind_t shift = s.is_unsigned ? TERM_BVADD : TERM_BVSUB;
    if ((s.bound > 0) != s.is_unsigned)
        s.left = term_bv(terms, shift, s.left, number);
    else if (s.bound)
        s.right = term_bv(terms, shift, s.right, number);
    return compare(terms, &s, s.left, s.right);
}

const term_t *linear_is_zero(terms_t *terms, const linear_sum_t *sum, const linear_signs_t *signs) {
    sides_t s;
    if (!arrange(terms, sum, signs, true, &s)) return NULL;
    const term_t *number = term_const(terms, s.width, (uint64_t)s.bound);
    const term_t *zero = term_const(terms, s.width, 0);
    return term_equal(terms, s.left ? s.left : zero, plus(terms, s.right, number));
}
