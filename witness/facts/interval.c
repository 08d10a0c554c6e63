#include "witness/facts/interval.h"

typedef __int128 int128_t;

static int64_t signed_least(unsigned width) {
    return width >= 64 ? INT64_MIN : -(INT64_C(1) << (width - 1));
}

static int64_t signed_most(unsigned width) {
    return width >= 64 ? INT64_MAX : (INT64_C(1) << (width - 1)) - 1;
}

fact_interval_t interval_empty(void) {
    return (fact_interval_t){.is_empty = true};
}

fact_interval_t interval_all(unsigned width) {
    return (fact_interval_t){
        .low = signed_least(width), .high = signed_most(width), .most = width_mask(width)};
}

/* What each half says about the other. */
static fact_interval_t reduced(unsigned width, fact_interval_t a) {
    for (int round = 0; round < 2 && !a.is_empty; round++) {
        uint64_t half = (uint64_t)signed_most(width);
        if (a.low >= 0 || a.high < 0) {
            uint64_t least = (uint64_t)a.low & width_mask(width);
            uint64_t most = (uint64_t)a.high & width_mask(width);
            if (least > a.least) a.least = least;
            if (most < a.most) a.most = most;
        }
        if (a.most <= half || a.least > half) {
            int64_t low = sign_extend(a.least, width), high = sign_extend(a.most, width);
            if (low > a.low) a.low = low;
            if (high < a.high) a.high = high;
        }
        if (a.low > a.high || a.least > a.most) a.is_empty = true;
    }
    return a;
}

fact_interval_t interval_constant(unsigned width, uint64_t value) {
    value &= width_mask(width);
    int64_t number = sign_extend(value, width);
    return (fact_interval_t){.low = number, .high = number, .least = value, .most = value};
}

fact_interval_t interval_between(unsigned width, int64_t low, int64_t high) {
    fact_interval_t a = interval_all(width);
    a.low = low;
    a.high = high;
    return reduced(width, a);
}

bool interval_is_constant(const fact_interval_t *a) {
    return !a->is_empty && a->least == a->most;
}

bool interval_equal(const fact_interval_t *a, const fact_interval_t *b) {
    if (a->is_empty || b->is_empty) return a->is_empty == b->is_empty;
    return a->low == b->low && a->high == b->high && a->least == b->least && a->most == b->most &&
           a->is_internal == b->is_internal;
}

bool interval_is_all(const fact_interval_t *a, unsigned width) {
    fact_interval_t all = interval_all(width);
    all.is_internal = a->is_internal;
    return interval_equal(a, &all);
}

fact_interval_t interval_join(const fact_interval_t *a, const fact_interval_t *b) {
    if (a->is_empty) return *b;
    if (b->is_empty) return *a;
    return (fact_interval_t){.low = a->low < b->low ? a->low : b->low,
                             .high = a->high > b->high ? a->high : b->high,
                             .least = a->least < b->least ? a->least : b->least,
                             .most = a->most > b->most ? a->most : b->most,
                             .is_internal = a->is_internal || b->is_internal};
}

fact_interval_t interval_meet(unsigned width, const fact_interval_t *a, const fact_interval_t *b) {
    if (a->is_empty || b->is_empty) return interval_empty();
    fact_interval_t both = {.low = a->low > b->low ? a->low : b->low,
                            .high = a->high < b->high ? a->high : b->high,
                            .least = a->least > b->least ? a->least : b->least,
                            .most = a->most < b->most ? a->most : b->most,
                            .is_internal = a->is_internal || b->is_internal};
    return reduced(width, both);
}

/* The nearest threshold at or below the value, at or above it; else the bound. */
static int64_t down_to(int64_t value, int64_t bound, const int64_t *thresholds, size_t count) {
    for (size_t i = count; i-- > 0;)
        if (thresholds[i] <= value) return thresholds[i] > bound ? thresholds[i] : bound;
    return bound;
}

static int64_t up_to(int64_t value, int64_t bound, const int64_t *thresholds, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (thresholds[i] >= value) return thresholds[i] < bound ? thresholds[i] : bound;
    return bound;
}

fact_interval_t interval_widen(unsigned width, const fact_interval_t *a, const fact_interval_t *b,
                               const int64_t *thresholds, size_t count) {
    fact_interval_t c = interval_join(a, b);
    if (a->is_empty || b->is_empty) return c;
    if (c.low < a->low) c.low = down_to(c.low, signed_least(width), thresholds, count);
    if (c.high > a->high) c.high = up_to(c.high, signed_most(width), thresholds, count);
    if (c.least < a->least) {
        int64_t least = c.least > INT64_MAX ? INT64_MAX : (int64_t)c.least;
        c.least = (uint64_t)down_to(least, 0, thresholds, count);
    }
    if (c.most > a->most) {
        uint64_t most = width_mask(width);
        if (c.most <= INT64_MAX) {
            int64_t bound = most > INT64_MAX ? INT64_MAX : (int64_t)most;
            int64_t up = up_to((int64_t)c.most, bound, thresholds, count);
            if (up < bound) most = (uint64_t)up;
        }
        c.most = most;
    }
    return c;
}

/* From bounds that may not fit the width: then nothing is known. */
static fact_interval_t from_bounds(unsigned width, int128_t low, int128_t high, int128_t least,
                                   int128_t most) {
    fact_interval_t a = interval_all(width);
    if (low >= a.low && high <= a.high) {
        a.low = (int64_t)low;
        a.high = (int64_t)high;
    }
    if (least >= 0 && most <= (int128_t)a.most) {
        a.least = (uint64_t)least;
        a.most = (uint64_t)most;
    }
    return reduced(width, a);
}

static fact_interval_t from_signed(unsigned width, int128_t low, int128_t high) {
    return from_bounds(width, low, high, -1, -1);
}

static fact_interval_t from_unsigned(unsigned width, int128_t least, int128_t most) {
    fact_interval_t all = interval_all(width);
    return from_bounds(width, (int128_t)all.low - 1, all.high, least, most);
}

static fact_interval_t multiply(unsigned width, const fact_interval_t *a,
                                const fact_interval_t *b) {
    int128_t corners[] = {(int128_t)a->low * b->low, (int128_t)a->low * b->high,
                          (int128_t)a->high * b->low, (int128_t)a->high * b->high};
    int128_t low = corners[0], high = corners[0];
    for (int i = 1; i < 4; i++) {
        if (corners[i] < low) low = corners[i];
        if (corners[i] > high) high = corners[i];
    }
    /* Products of unsigned numbers may not fit a signed wide number either. */
    bool fits = a->most <= UINT32_MAX && b->most <= UINT32_MAX;
    return from_bounds(width, low, high, fits ? (int128_t)a->least * b->least : -1,
                       fits ? (int128_t)a->most * b->most : -1);
}

static fact_interval_t divide(expr_kind_t kind, unsigned width, const fact_interval_t *a,
                              const fact_interval_t *b) {
    bool is_signed = kind == EXPR_SDIV || kind == EXPR_SREM;
    bool is_natural = !is_signed || (a->low >= 0 && b->low >= 0);
    if (!b->least || !is_natural) {
        /* The remainder of a division by a positive number has the sign of the dividend. */
        if (kind == EXPR_SREM && b->low > 0)
            return from_signed(width, a->low < 0 ? 1 - (int128_t)b->high : 0,
                               a->high > 0 ? (int128_t)b->high - 1 : 0);
        return interval_all(width);
    }
    if (kind == EXPR_UDIV || kind == EXPR_SDIV)
        return from_unsigned(width, a->least / b->most, a->most / b->least);
    uint64_t most = b->most - 1 < a->most ? b->most - 1 : a->most;
    return from_unsigned(width, a->most < b->least ? a->least : 0, most);
}

static fact_interval_t shift(expr_kind_t kind, unsigned width, const fact_interval_t *a,
                             const fact_interval_t *b) {
    if (!interval_is_constant(b) || b->least >= width)
        return kind == EXPR_LSHR ? from_unsigned(width, 0, a->most) : interval_all(width);
    unsigned by = (unsigned)b->least;
    if (kind == EXPR_LSHR) return from_unsigned(width, a->least >> by, a->most >> by);
    if (kind == EXPR_ASHR) return from_signed(width, a->low >> by, a->high >> by);
    int128_t factor = (int128_t)1 << by;
    return from_bounds(width, a->low * factor, a->high * factor, a->least * factor,
                       a->most * factor);
}

static fact_interval_t combine(expr_kind_t kind, unsigned width, const fact_interval_t *a,
                               const fact_interval_t *b) {
    if (kind == EXPR_AND) return from_unsigned(width, 0, a->most < b->most ? a->most : b->most);
    uint64_t most = a->most | b->most;
    for (unsigned by = 1; by < 64; by *= 2) most |= most >> by; /* all bits below the highest */
    uint64_t least = a->least > b->least ? a->least : b->least;
    return from_unsigned(width, kind == EXPR_OR ? least : 0, most);
}

/* 1: always, 0: never, -1: depends. */
static int compare(expr_kind_t kind, const fact_interval_t *a, const fact_interval_t *b) {
    switch (kind) {
    case EXPR_EQ:
        if (interval_is_constant(a) && interval_is_constant(b)) return a->least == b->least;
        if (a->most < b->least || b->most < a->least || a->high < b->low || b->high < a->low)
            return 0;
        return -1;
    case EXPR_ULT: return a->most < b->least ? 1 : a->least >= b->most ? 0 : -1;
    case EXPR_ULE: return a->most <= b->least ? 1 : a->least > b->most ? 0 : -1;
    case EXPR_SLT: return a->high < b->low ? 1 : a->low >= b->high ? 0 : -1;
    case EXPR_SLE: return a->high <= b->low ? 1 : a->low > b->high ? 0 : -1;
    default: return -1;
    }
}

static fact_interval_t extend(expr_kind_t kind, unsigned width, unsigned a_width,
                              const fact_interval_t *a) {
    if (kind == EXPR_ZEXT) return from_unsigned(width, a->least, a->most);
    if (kind == EXPR_SEXT) return from_signed(width, a->low, a->high);
    (void)a_width;
    return from_bounds(width, a->low, a->high, a->least, a->most); /* TRUNC: if it fits */
}

static fact_interval_t bounds_of(expr_kind_t kind, unsigned width, unsigned a_width,
                                 const fact_interval_t *a, const fact_interval_t *b) {
    switch (kind) {
    case EXPR_NOT:
        return from_bounds(width, -(int128_t)a->high - 1, -(int128_t)a->low - 1,
                           (int128_t)width_mask(width) - a->most,
                           (int128_t)width_mask(width) - a->least);
    case EXPR_NEG: return from_signed(width, -(int128_t)a->high, -(int128_t)a->low);
    case EXPR_ZEXT:
    case EXPR_SEXT:
    case EXPR_TRUNC: return extend(kind, width, a_width, a);
    case EXPR_ADD:
        return from_bounds(width, (int128_t)a->low + b->low, (int128_t)a->high + b->high,
                           (int128_t)a->least + b->least, (int128_t)a->most + b->most);
    case EXPR_SUB:
        return from_bounds(width, (int128_t)a->low - b->high, (int128_t)a->high - b->low,
                           (int128_t)a->least - b->most, (int128_t)a->most - b->least);
    case EXPR_MUL: return multiply(width, a, b);
    case EXPR_UDIV:
    case EXPR_SDIV:
    case EXPR_UREM:
    case EXPR_SREM: return divide(kind, width, a, b);
    case EXPR_SHL:
    case EXPR_LSHR:
    case EXPR_ASHR: return shift(kind, width, a, b);
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR: return combine(kind, width, a, b);
    default: break;
    }
    int outcome = compare(kind, a, b);
    return outcome < 0 ? interval_all(width) : interval_constant(width, (uint64_t)outcome);
}

static bool is_unary(expr_kind_t kind) {
    return kind == EXPR_NOT || kind == EXPR_NEG || kind == EXPR_ZEXT || kind == EXPR_SEXT ||
           kind == EXPR_TRUNC || (kind >= EXPR_FSQRT && kind <= EXPR_FUINT);
}

fact_interval_t interval_apply(expr_kind_t kind, unsigned width, unsigned a_width,
                               const fact_interval_t *a, const fact_interval_t *b) {
    if (is_unary(kind)) b = a;
    if (a->is_empty || b->is_empty) return interval_empty();
    fact_interval_t result;
    if (interval_is_constant(a) && interval_is_constant(b))
        result = interval_constant(width, expr_apply(kind, width, a_width, a->least, b->least, 0));
    else if (expr_kind_is_float(kind))
        result = interval_all(width);
    else
        result = bounds_of(kind, width, a_width, a, b);
    /* Whether two addresses or two threads are the same is a fact of the program. */
    result.is_internal = kind != EXPR_EQ && (a->is_internal || b->is_internal);
    return result;
}

/* a < b or a <= b (is_strict) bounds a from above; a as the second operand from below. */
static void bound_signed(fact_interval_t *r, const fact_interval_t *b, bool from_above,
                         bool is_strict) {
    if (from_above && b->high > INT64_MIN && b->high - is_strict < r->high)
        r->high = b->high - is_strict;
    if (!from_above && b->low < INT64_MAX && b->low + is_strict > r->low)
        r->low = b->low + is_strict;
}

static void bound_unsigned(fact_interval_t *r, const fact_interval_t *b, bool from_above,
                           bool is_strict) {
    if (from_above && (b->most || !is_strict) && b->most - is_strict < r->most)
        r->most = b->most - is_strict;
    if (!from_above && b->least < UINT64_MAX && b->least + is_strict > r->least)
        r->least = b->least + is_strict;
}

/* a != b cuts off a bound of a that is the only value of b. */
static fact_interval_t without(unsigned width, fact_interval_t r, const fact_interval_t *b) {
    if (!interval_is_constant(b)) return r;
    if (interval_is_constant(&r) && r.least == b->least) return interval_empty();
    if (r.low == b->low && r.low < INT64_MAX) r.low++;
    if (r.high == b->low && r.high > INT64_MIN) r.high--;
    if (r.least == b->least && r.least < UINT64_MAX) r.least++;
    if (r.most == b->least && r.most) r.most--;
    return reduced(width, r);
}

fact_interval_t interval_refine(expr_kind_t comparison, unsigned width, const fact_interval_t *a,
                                const fact_interval_t *b, bool is_second, bool holds) {
    if (a->is_empty || b->is_empty) return interval_empty();
    fact_interval_t r = *a;
    if (comparison == EXPR_EQ) {
        return holds ? interval_meet(width, a, b) : without(width, r, b);
    }
    bool is_signed = comparison == EXPR_SLT || comparison == EXPR_SLE;
    bool is_strict = comparison == EXPR_SLT || comparison == EXPR_ULT;
    if (!is_signed && comparison != EXPR_ULT && comparison != EXPR_ULE) return r;
    /* not (a < b) is b <= a */
    bool from_above = is_second != holds;
    if (!holds) is_strict = !is_strict;
    if (is_signed)
        bound_signed(&r, b, from_above, is_strict);
    else
        bound_unsigned(&r, b, from_above, is_strict);
    return reduced(width, r);
}
