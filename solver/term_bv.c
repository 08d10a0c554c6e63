/* Bit-vector constructors: folding of constants as SMT-LIB defines the
 * operators (division by zero included), and normal forms that make equal
 * predicates equal terms: constants on the right, subtraction of a constant as
 * addition, <= as negated <. */

#include "solver/term_internal.h"

static uint64_t fold_division(term_kind_t kind, unsigned width, uint64_t a, uint64_t b) {
    uint64_t mask = bv_mask(width);
    int64_t sa = bv_signed(width, a), sb = bv_signed(width, b);
    /* Magnitudes as unsigned numbers: the most negative one has no negation. */
    uint64_t ma = sa < 0 ? 0 - (uint64_t)sa : (uint64_t)sa;
    uint64_t mb = sb < 0 ? 0 - (uint64_t)sb : (uint64_t)sb;
    switch (kind) {
    case TERM_BVUDIV: return b ? a / b : mask;
    case TERM_BVUREM: return b ? a % b : a;
    case TERM_BVSDIV:
        if (!b) return sa < 0 ? 1 : mask;
        return (sa < 0) != (sb < 0) ? 0 - ma / mb : ma / mb;
    default: /* BVSREM: the sign of the dividend */
        if (!b) return a;
        return sa < 0 ? 0 - ma % mb : ma % mb;
    }
}

static uint64_t fold_shift(term_kind_t kind, unsigned width, uint64_t a, uint64_t b) {
    if (kind == TERM_BVASHR) {
        int64_t sa = bv_signed(width, a);
        unsigned by = b >= width ? width - 1 : (unsigned)b;
        return sa < 0 ? ~(~(uint64_t)sa >> by) : (uint64_t)sa >> by;
    }
    if (b >= width) return 0;
    return kind == TERM_BVSHL ? a << b : a >> b;
}

/* Operands and result are masked; comparisons give 0 or 1. */
static uint64_t fold(term_kind_t kind, unsigned width, uint64_t a, uint64_t b) {
    uint64_t mask = bv_mask(width);
    switch (kind) {
    case TERM_BVADD: return (a + b) & mask;
    case TERM_BVSUB: return (a - b) & mask;
    case TERM_BVMUL: return (a * b) & mask;
    case TERM_BVUDIV:
    case TERM_BVSDIV:
    case TERM_BVUREM:
    case TERM_BVSREM: return fold_division(kind, width, a, b) & mask;
    case TERM_BVSHL:
    case TERM_BVLSHR:
    case TERM_BVASHR: return fold_shift(kind, width, a, b) & mask;
    case TERM_BVAND: return a & b;
    case TERM_BVOR: return a | b;
    case TERM_BVXOR: return a ^ b;
    case TERM_BVULT: return a < b;
    case TERM_BVULE: return a <= b;
    case TERM_BVSLT: return bv_signed(width, a) < bv_signed(width, b);
    case TERM_BVSLE: return bv_signed(width, a) <= bv_signed(width, b);
    default: misuse(__func__, "not a binary bit-vector operator");
    }
}

static bool is_const(const term_t *t) {
    return t->kind == TERM_CONST;
}

static bool is_const_of(const term_t *t, uint64_t value) {
    return t->kind == TERM_CONST && t->value == (value & bv_mask(t->sort.width));
}

static bool is_comparison(term_kind_t kind) {
    return kind >= TERM_BVULT && kind <= TERM_BVSLE;
}

static bool is_commutative(term_kind_t kind) {
    return kind == TERM_BVADD || kind == TERM_BVMUL || kind == TERM_BVAND || kind == TERM_BVOR ||
           kind == TERM_BVXOR;
}

/* A choice between constants, as C's comparisons give when used as numbers. */
static bool is_choice(const term_t *t) {
    return t->kind == TERM_ITE && is_const(t->a[1]) && is_const(t->a[2]);
}

static const term_t *bv1(terms_t *terms, term_kind_t kind, const term_t *a) {
    return term_intern(terms, kind, a->sort, 0, 0, &a, 1);
}

static const term_t *bv2(terms_t *terms, term_kind_t kind, const term_t *a, const term_t *b) {
    sort_t sort = is_comparison(kind) ? sort_bool() : a->sort;
    return term_intern(terms, kind, sort, 0, 0, (const term_t *[]){a, b}, 2);
}

const term_t *term_bv_unary(terms_t *terms, term_kind_t kind, const term_t *a) {
    REQUIRE(a->sort.kind == SORT_BV && (kind == TERM_BVNOT || kind == TERM_BVNEG));
    unsigned width = a->sort.width;
    if (is_const(a)) return term_const(terms, width, kind == TERM_BVNOT ? ~a->value : 0 - a->value);
    if (a->kind == kind) return a->a[0];
    if (is_choice(a))
        return term_ite(terms, a->a[0], term_bv_unary(terms, kind, a->a[1]),
                        term_bv_unary(terms, kind, a->a[2]));
    return bv1(terms, kind, a);
}

/* Equality */

/* Moves what is invertible from the left to the constant on the right, so that
 * x + 1 = 3 and zero_extend(x) = 2 both become x = 2. False: never equal. */
static bool equal_strip(const term_t **left, uint64_t *right) {
    const term_t *a = *left;
    uint64_t k = *right;
    for (;;) {
        uint64_t mask = bv_mask(a->sort.width);
        if (a->kind == TERM_BVADD && is_const(a->a[1])) {
            k = (k - a->a[1]->value) & mask;
        } else if (a->kind == TERM_BVXOR && is_const(a->a[1])) {
            k ^= a->a[1]->value;
        } else if (a->kind == TERM_BVNOT) {
            k = ~k & mask;
        } else if (a->kind == TERM_BVNEG) {
            k = (0 - k) & mask;
        } else if (a->kind == TERM_BVSUB && is_const(a->a[0])) {
            k = (a->a[0]->value - k) & mask;
            a = a->a[1];
            continue;
        } else if (a->kind == TERM_ZEXT || a->kind == TERM_SEXT) {
            unsigned inner = a->a[0]->sort.width;
            uint64_t low = k & bv_mask(inner);
            uint64_t back = a->kind == TERM_ZEXT ? low : (uint64_t)bv_signed(inner, low) & mask;
            if (back != k) return false;
            k = low;
        } else {
            break;
        }
        a = a->a[0];
    }
    *left = a;
    *right = k;
    return true;
}

static const term_t *equal_const(terms_t *terms, const term_t *a, uint64_t k) {
    if (!equal_strip(&a, &k)) return terms->no;
    if (is_const(a)) return term_bool(terms, a->value == k);
    if (a->kind == TERM_BVSUB && k == 0) return term_bv_equal(terms, a->a[0], a->a[1]);
    if (is_choice(a)) {
        bool yes = a->a[1]->value == k, no = a->a[2]->value == k;
        if (yes == no) return term_bool(terms, yes);
        return yes ? a->a[0] : term_not(terms, a->a[0]);
    }
    const term_t *args[] = {a, term_const(terms, a->sort.width, k)};
    return term_intern(terms, TERM_EQ, sort_bool(), 0, 0, args, 2);
}

const term_t *term_bv_equal(terms_t *terms, const term_t *a, const term_t *b) {
    if (a == b) return terms->yes;
    if (is_const(a)) return equal_const(terms, b, a->value);
    if (is_const(b)) return equal_const(terms, a, b->value);
    bool extensions = (a->kind == TERM_ZEXT || a->kind == TERM_SEXT) && a->kind == b->kind;
    if (extensions && a->a[0]->sort.width == b->a[0]->sort.width) {
        a = a->a[0];
        b = b->a[0];
        if (is_choice(a) || is_choice(b)) return term_bv_equal(terms, a, b);
    }
    const term_t *args[] = {a->id < b->id ? a : b, a->id < b->id ? b : a};
    return term_intern(terms, TERM_EQ, sort_bool(), 0, 0, args, 2);
}

/* Order */

static const term_t *ult_const(terms_t *terms, const term_t *a, const term_t *b) {
    uint64_t k = b->value, max = bv_mask(b->sort.width);
    if (k == 0) return terms->no;
    if (k == 1) return equal_const(terms, a, 0);
    if (k == max) return term_not(terms, equal_const(terms, a, max));
    if (a->kind == TERM_ZEXT) {
        unsigned inner = a->a[0]->sort.width;
        if (k > bv_mask(inner)) return terms->yes;
        return term_bv(terms, TERM_BVULT, a->a[0], term_const(terms, inner, k));
    }
    return bv2(terms, TERM_BVULT, a, b);
}

static const term_t *slt_const(terms_t *terms, const term_t *a, const term_t *b) {
    unsigned width = b->sort.width;
    uint64_t k = b->value, min = (uint64_t)1 << (width - 1), max = min - 1;
    int64_t sk = bv_signed(width, k);
    if (k == min) return terms->no;
    if (k == min + 1 || (width == 1 && k == 0)) return equal_const(terms, a, min);
    if (k == max) return term_not(terms, equal_const(terms, a, max));
    if (a->kind == TERM_ZEXT) /* not negative, being wider than what it extends */
        return sk <= 0 ? terms->no : ult_const(terms, a, b);
    if (a->kind == TERM_SEXT) {
        unsigned inner = a->a[0]->sort.width;
        int64_t limit = (int64_t)(bv_mask(inner) >> 1);
        if (sk > limit) return terms->yes;
        if (sk <= -limit - 1) return terms->no;
        return term_bv(terms, TERM_BVSLT, a->a[0], term_const(terms, inner, k));
    }
    return bv2(terms, TERM_BVSLT, a, b);
}

/* kind is BVULT or BVSLT. */
static const term_t *less(terms_t *terms, term_kind_t kind, const term_t *a, const term_t *b) {
    if (a == b) return terms->no;
    if (is_const(b)) return kind == TERM_BVULT ? ult_const(terms, a, b) : slt_const(terms, a, b);
    if (is_const(a)) { /* k < x is not (x < k + 1), unless k is the largest */
        unsigned width = a->sort.width;
        uint64_t max = kind == TERM_BVULT ? bv_mask(width) : bv_mask(width) >> 1;
        if (a->value == max) return terms->no;
        const term_t *next = term_const(terms, width, a->value + 1);
        return term_not(terms, less(terms, kind, b, next));
    }
    if (a->kind == b->kind && (a->kind == TERM_ZEXT || a->kind == TERM_SEXT) &&
        a->a[0]->sort.width == b->a[0]->sort.width) {
        /* Extended the same way: as before the extension, where zero_extend
         * makes a signed comparison unsigned and sign_extend keeps both. */
        if (a->kind == TERM_ZEXT) kind = TERM_BVULT;
        return bv2(terms, kind, a->a[0], b->a[0]);
    }
    return bv2(terms, kind, a, b);
}

/* Arithmetic; b is the constant if one of a commutative pair is. */

static const term_t *add(terms_t *terms, const term_t *a, const term_t *b) {
    if (is_const_of(b, 0)) return a;
    if (is_const(b) && a->kind == TERM_BVADD && is_const(a->a[1]))
        return add(terms, a->a[0], term_const(terms, a->sort.width, a->a[1]->value + b->value));
    return bv2(terms, TERM_BVADD, a, b);
}

static const term_t *sub(terms_t *terms, const term_t *a, const term_t *b) {
    if (a == b) return term_const(terms, a->sort.width, 0);
    if (is_const(b)) return add(terms, a, term_const(terms, a->sort.width, 0 - b->value));
    if (is_const_of(a, 0)) return term_bv_unary(terms, TERM_BVNEG, b);
    return bv2(terms, TERM_BVSUB, a, b);
}

static const term_t *mul(terms_t *terms, const term_t *a, const term_t *b) {
    if (is_const_of(b, 0)) return b;
    if (is_const_of(b, 1)) return a;
    if (is_const(b) && a->kind == TERM_BVMUL && is_const(a->a[1]))
        return mul(terms, a->a[0], term_const(terms, a->sort.width, a->a[1]->value * b->value));
    return bv2(terms, TERM_BVMUL, a, b);
}

static const term_t *divide(terms_t *terms, term_kind_t kind, const term_t *a, const term_t *b) {
    bool is_signed = kind == TERM_BVSDIV || kind == TERM_BVSREM;
    bool is_rem = kind == TERM_BVUREM || kind == TERM_BVSREM;
    if (is_const_of(b, 1)) return is_rem ? term_const(terms, a->sort.width, 0) : a;
    if (is_signed && is_const_of(b, UINT64_MAX))
        return is_rem ? term_const(terms, a->sort.width, 0) : term_bv_unary(terms, TERM_BVNEG, a);
    return bv2(terms, kind, a, b);
}

static const term_t *shift(terms_t *terms, term_kind_t kind, const term_t *a, const term_t *b) {
    unsigned width = a->sort.width;
    if (is_const_of(b, 0) || is_const_of(a, 0)) return a;
    if (is_const(b) && b->value >= width) {
        if (kind != TERM_BVASHR) return term_const(terms, width, 0);
        return shift(terms, kind, a, term_const(terms, width, width - 1));
    }
    return bv2(terms, kind, a, b);
}

static const term_t *bitwise(terms_t *terms, term_kind_t kind, const term_t *a, const term_t *b) {
    unsigned width = a->sort.width;
    bool complement =
        (a->kind == TERM_BVNOT && a->a[0] == b) || (b->kind == TERM_BVNOT && b->a[0] == a);
    switch (kind) {
    case TERM_BVAND:
        if (a == b || is_const_of(b, UINT64_MAX)) return a;
        if (complement || is_const_of(b, 0)) return term_const(terms, width, 0);
        break;
    case TERM_BVOR:
        if (a == b || is_const_of(b, 0)) return a;
        if (complement || is_const_of(b, UINT64_MAX)) return term_const(terms, width, UINT64_MAX);
        break;
    default: /* BVXOR */
        if (a == b) return term_const(terms, width, 0);
        if (complement) return term_const(terms, width, UINT64_MAX);
        if (is_const_of(b, 0)) return a;
        if (is_const_of(b, UINT64_MAX)) return term_bv_unary(terms, TERM_BVNOT, a);
        break;
    }
    if (is_const(b) && a->kind == kind && is_const(a->a[1]))
        return bitwise(terms, kind, a->a[0],
                       term_const(terms, width, fold(kind, width, a->a[1]->value, b->value)));
    return bv2(terms, kind, a, b);
}

static const term_t *concat(terms_t *terms, const term_t *a, const term_t *b) {
    unsigned width = a->sort.width + b->sort.width;
    REQUIRE(width <= 64);
    if (is_const(a) && is_const(b))
        return term_const(terms, width, a->value << b->sort.width | b->value);
    if (is_const_of(a, 0)) return term_extend(terms, TERM_ZEXT, b, width);
    /* Two neighbouring pieces of one vector are one piece. */
    if (a->kind == TERM_EXTRACT && b->kind == TERM_EXTRACT && a->a[0] == b->a[0] &&
        (a->value & 255) == (b->value >> 8) + 1)
        return term_extract(terms, a->a[0], (unsigned)(a->value >> 8), (unsigned)(b->value & 255));
    return term_intern(terms, TERM_CONCAT, sort_bv(width), 0, 0, (const term_t *[]){a, b}, 2);
}

/* An operation on a choice between constants and a constant is a choice. */
static const term_t *fold_choice(terms_t *terms, term_kind_t kind, const term_t *a,
                                 const term_t *b) {
    const term_t *choice = is_choice(a) ? a : b;
    const term_t *branch[2];
    for (int i = 0; i < 2; i++) {
        const term_t *value = choice->a[i + 1];
        branch[i] = choice == a ? term_bv(terms, kind, value, b) : term_bv(terms, kind, a, value);
    }
    return term_ite(terms, choice->a[0], branch[0], branch[1]);
}

const term_t *term_bv(terms_t *terms, term_kind_t kind, const term_t *a, const term_t *b) {
    REQUIRE(a->sort.kind == SORT_BV && b->sort.kind == SORT_BV);
    if ((is_choice(a) && is_const(b)) || (is_const(a) && is_choice(b)))
        return fold_choice(terms, kind, a, b);
    if (kind == TERM_CONCAT) return concat(terms, a, b);
    REQUIRE(kind >= TERM_BVADD && kind <= TERM_BVSLE && a->sort.width == b->sort.width);
    if (is_const(a) && is_const(b)) {
        uint64_t value = fold(kind, a->sort.width, a->value, b->value);
        return is_comparison(kind) ? term_bool(terms, value != 0)
                                   : term_const(terms, a->sort.width, value);
    }
    if (is_commutative(kind) && (is_const(a) || (!is_const(b) && a->id > b->id))) {
        const term_t *swap = a;
        a = b;
        b = swap;
    }
    switch (kind) {
    case TERM_BVADD: return add(terms, a, b);
    case TERM_BVSUB: return sub(terms, a, b);
    case TERM_BVMUL: return mul(terms, a, b);
    case TERM_BVUDIV:
    case TERM_BVSDIV:
    case TERM_BVUREM:
    case TERM_BVSREM: return divide(terms, kind, a, b);
    case TERM_BVSHL:
    case TERM_BVLSHR:
    case TERM_BVASHR: return shift(terms, kind, a, b);
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR: return bitwise(terms, kind, a, b);
    case TERM_BVULT:
    case TERM_BVSLT: return less(terms, kind, a, b);
    case TERM_BVULE: return term_not(terms, less(terms, TERM_BVULT, b, a));
    default: return term_not(terms, less(terms, TERM_BVSLT, b, a));
    }
}

/* Widths */

const term_t *term_extend(terms_t *terms, term_kind_t kind, const term_t *a, unsigned width) {
    REQUIRE(a->sort.kind == SORT_BV && width >= a->sort.width && width <= 64);
    if (width == a->sort.width) return a;
    if (is_const(a)) {
        uint64_t value =
            kind == TERM_ZEXT ? a->value : (uint64_t)bv_signed(a->sort.width, a->value);
        return term_const(terms, width, value);
    }
    if (is_choice(a))
        return term_ite(terms, a->a[0], term_extend(terms, kind, a->a[1], width),
                        term_extend(terms, kind, a->a[2], width));
    /* What was zero-extended before has no sign to extend. */
    if (a->kind == TERM_ZEXT) return term_extend(terms, TERM_ZEXT, a->a[0], width);
    if (a->kind == TERM_SEXT && kind == TERM_SEXT) a = a->a[0];
    return term_intern(terms, kind, sort_bv(width), 0, 0, &a, 1);
}

/* Is the low part of t of this width t's own operand? Then cutting an
 * operation on it costs nothing. */
static bool cuts_well(const term_t *t, unsigned width) {
    return is_const(t) ||
           ((t->kind == TERM_ZEXT || t->kind == TERM_SEXT) && t->a[0]->sort.width <= width);
}

/* The low bits of sums and the like depend on the low bits of the operands
 * alone: arithmetic on char, promoted to int and cut back, is on char again. */
static bool extract_arith(terms_t *terms, const term_t *a, unsigned high, const term_t **out) {
    switch (a->kind) {
    case TERM_BVADD:
    case TERM_BVSUB:
    case TERM_BVMUL:
    case TERM_BVAND:
    case TERM_BVOR:
    case TERM_BVXOR: break;
    default: return false;
    }
    if (!cuts_well(a->a[0], high + 1) || !cuts_well(a->a[1], high + 1)) return false;
    *out = term_bv(terms, a->kind, term_extract(terms, a->a[0], high, 0),
                   term_extract(terms, a->a[1], high, 0));
    return true;
}

static const term_t *extract_extension(terms_t *terms, const term_t *a, unsigned high,
                                       unsigned low) {
    const term_t *inner = a->a[0];
    unsigned width = inner->sort.width;
    if (high < width) return term_extract(terms, inner, high, low);
    if (low < width)
        return term_extend(terms, a->kind, term_extract(terms, inner, width - 1, low),
                           high - low + 1);
    if (a->kind == TERM_ZEXT) return term_const(terms, high - low + 1, 0);
    return term_extend(terms, TERM_SEXT, term_extract(terms, inner, width - 1, width - 1),
                       high - low + 1);
}

const term_t *term_extract(terms_t *terms, const term_t *a, unsigned high, unsigned low) {
    REQUIRE(a->sort.kind == SORT_BV && low <= high && high < a->sort.width);
    unsigned width = high - low + 1;
    if (width == a->sort.width) return a;
    if (is_const(a)) return term_const(terms, width, a->value >> low);
    if (is_choice(a))
        return term_ite(terms, a->a[0], term_extract(terms, a->a[1], high, low),
                        term_extract(terms, a->a[2], high, low));
    if (a->kind == TERM_ZEXT || a->kind == TERM_SEXT) return extract_extension(terms, a, high, low);
    if (a->kind == TERM_EXTRACT) {
        unsigned base = (unsigned)(a->value & 255);
        return term_extract(terms, a->a[0], high + base, low + base);
    }
    if (a->kind == TERM_CONCAT) {
        unsigned split = a->a[1]->sort.width;
        if (high < split) return term_extract(terms, a->a[1], high, low);
        if (low >= split) return term_extract(terms, a->a[0], high - split, low - split);
    }
    const term_t *result;
    if (low == 0 && extract_arith(terms, a, high, &result)) return result;
    return term_intern(terms, TERM_EXTRACT, sort_bv(width), (uint64_t)high << 8 | low, 0, &a, 1);
}

const term_t *term_resize(terms_t *terms, const term_t *a, unsigned width, bool is_signed) {
    REQUIRE(a->sort.kind == SORT_BV && width >= 1 && width <= 64);
    if (width < a->sort.width) return term_extract(terms, a, width - 1, 0);
    return term_extend(terms, is_signed ? TERM_SEXT : TERM_ZEXT, a, width);
}
