#include "solver/soft_float.h"

typedef unsigned __int128 wide_t;

/* Precision with the hidden bit, and the exponent of the least normal number. */
static unsigned precision(unsigned width) {
    return width == 32 ? 24 : 53;
}
static int least_exponent(unsigned width) {
    return width == 32 ? -126 : -1022;
}

typedef enum { ZERO, FINITE, INFINITE, NOT_A_NUMBER } class_t;

/* FINITE: mantissa * 2^exponent, the mantissa having precision bits exactly
 * (numbers that are not normal are shifted up). */
typedef struct number {
    class_t class;
    bool negative;
    int exponent;
    uint64_t mantissa;
} number_t;

static uint64_t sign_of(unsigned width, bool negative) {
    return (uint64_t)negative << (width - 1);
}

static uint64_t infinity(unsigned width, bool negative) {
    return sign_of(width, negative) |
           (width == 32 ? UINT64_C(0x7f800000) : UINT64_C(0x7ff0000000000000));
}

static number_t unpack(unsigned width, uint64_t bits) {
    unsigned digits = precision(width) - 1;
    uint64_t fraction = bits & ((UINT64_C(1) << digits) - 1);
    uint64_t field = bits >> digits & (width == 32 ? 0xff : 0x7ff);
    number_t n = {.class = FINITE, .negative = bits >> (width - 1) & 1};
    if (field == (width == 32 ? 0xff : 0x7ff)) {
        n.class = fraction ? NOT_A_NUMBER : INFINITE;
    } else if (field == 0 && fraction == 0) {
        n.class = ZERO;
    } else {
        n.mantissa = field ? fraction | UINT64_C(1) << digits : fraction;
        n.exponent = least_exponent(width) - (int)digits + (field ? (int)field - 1 : 0);
        while (!(n.mantissa >> digits)) {
            n.mantissa <<= 1;
            n.exponent--;
        }
    }
    return n;
}

bool soft_is_nan(unsigned width, uint64_t a) {
    return unpack(width, a).class == NOT_A_NUMBER;
}

static int bit_length(wide_t value) {
    uint64_t high = (uint64_t)(value >> 64), low = (uint64_t)value;
    if (high) return 128 - __builtin_clzll(high);
    return low ? 64 - __builtin_clzll(low) : 0;
}

/* Is the magnitude (lost + more) / 2^shift, less than one, to be rounded up?
 * more: a bit more than lost, but less than one more. */
static bool rounds_up(wide_t lost, int shift, bool more, bool is_odd) {
    if (shift <= 0 || shift > 127) return false;
    wide_t half = (wide_t)1 << (shift - 1);
    return lost > half || (lost == half && (more || is_odd));
}

/* mantissa * 2^exponent, or a bit more than that: with more, the mantissa must
 * have two bits more than the precision. */
static uint64_t pack(unsigned width, bool negative, wide_t mantissa, int exponent, bool more) {
    if (mantissa == 0) return sign_of(width, negative);
    int digits = (int)precision(width), least = least_exponent(width);
    int top = exponent + bit_length(mantissa) - 1;
    int unit = (top < least ? least : top) - (digits - 1); /* exponent of the last digit kept */
    int shift = unit - exponent;
    wide_t kept;
    if (shift <= 0) {
        kept = mantissa << -shift;
    } else if (shift > 127) {
        kept = 0;
    } else {
        kept = mantissa >> shift;
        kept += rounds_up(mantissa - (kept << shift), shift, more, kept & 1);
    }
    /* Rounding may carry into the next power of two, also from below the least
     * normal number. */
    if (kept >> digits) {
        kept >>= 1;
        unit++;
    }
    if (unit + digits - 1 > -least + 1) return infinity(width, negative);
    uint64_t hidden = UINT64_C(1) << (digits - 1);
    uint64_t bits = (uint64_t)kept;
    if (bits & hidden)
        bits = (bits ^ hidden) | (uint64_t)(unit + digits - 1 - least + 1) << (digits - 1);
    return sign_of(width, negative) | bits;
}

/* Both finite. The smaller one counts in units of the sum of which only a
 * rest below the last one needs to be known. */
static uint64_t add_finite(unsigned width, number_t a, number_t b) {
    enum { ROOM = 70 };
    if (a.exponent < b.exponent) {
        number_t swap = a;
        a = b;
        b = swap;
    }
    int distance = a.exponent - b.exponent, up = distance < ROOM ? distance : ROOM;
    int down = distance - up;
    wide_t x = (wide_t)a.mantissa << up;
    wide_t y = down > 63 ? 0 : b.mantissa >> down;
    bool rest = down > 63 || ((uint64_t)y << down) != b.mantissa;
    int exponent = a.exponent - up;
    if (a.negative == b.negative) return pack(width, a.negative, x + y, exponent, rest);
    if (x == y && !rest) return 0; /* +0 */
    if (x < y) return pack(width, b.negative, y - x, exponent, false);
    /* x - (y + rest) is a bit more than x - y - 1. */
    return pack(width, a.negative, x - y - rest, exponent, rest);
}

uint64_t soft_add(unsigned width, uint64_t a, uint64_t b) {
    number_t x = unpack(width, a), y = unpack(width, b);
    if (x.class == NOT_A_NUMBER || y.class == NOT_A_NUMBER) return soft_nan(width);
    if (x.class == INFINITE)
        return y.class == INFINITE && x.negative != y.negative ? soft_nan(width) : a;
    if (y.class == INFINITE) return b;
    if (x.class == ZERO && y.class == ZERO) return sign_of(width, x.negative && y.negative);
    if (x.class == ZERO) return b;
    if (y.class == ZERO) return a;
    return add_finite(width, x, y);
}

uint64_t soft_subtract(unsigned width, uint64_t a, uint64_t b) {
    if (soft_is_nan(width, b)) return soft_nan(width);
    return soft_add(width, a, b ^ sign_of(width, true));
}

uint64_t soft_multiply(unsigned width, uint64_t a, uint64_t b) {
    number_t x = unpack(width, a), y = unpack(width, b);
    bool negative = x.negative != y.negative;
    if (x.class == NOT_A_NUMBER || y.class == NOT_A_NUMBER) return soft_nan(width);
    if (x.class == INFINITE || y.class == INFINITE)
        return x.class == ZERO || y.class == ZERO ? soft_nan(width) : infinity(width, negative);
    if (x.class == ZERO || y.class == ZERO) return sign_of(width, negative);
    return pack(width, negative, (wide_t)x.mantissa * y.mantissa, x.exponent + y.exponent, false);
}

uint64_t soft_divide(unsigned width, uint64_t a, uint64_t b) {
    enum { ROOM = 66 };
    number_t x = unpack(width, a), y = unpack(width, b);
    bool negative = x.negative != y.negative;
    if (x.class == NOT_A_NUMBER || y.class == NOT_A_NUMBER) return soft_nan(width);
    if (x.class == INFINITE)
        return y.class == INFINITE ? soft_nan(width) : infinity(width, negative);
    if (y.class == ZERO) return x.class == ZERO ? soft_nan(width) : infinity(width, negative);
    if (x.class == ZERO || y.class == INFINITE) return sign_of(width, negative);
    wide_t dividend = (wide_t)x.mantissa << ROOM, quotient = dividend / y.mantissa;
    bool rest = quotient * y.mantissa != dividend;
    return pack(width, negative, quotient, x.exponent - y.exponent - ROOM, rest);
}

static wide_t integer_root(wide_t square) {
    wide_t root = 0;
    for (int bit = 63; bit >= 0; bit--) {
        wide_t candidate = root | (wide_t)1 << bit;
        if (candidate * candidate <= square) root = candidate;
    }
    return root;
}

uint64_t soft_sqrt(unsigned width, uint64_t a) {
    number_t x = unpack(width, a);
    if (x.class == ZERO) return a;
    if (x.class == NOT_A_NUMBER || x.negative) return soft_nan(width);
    if (x.class == INFINITE) return a;
    /* An even exponent, and twice the digits that are needed. */
    int up = 70 + ((x.exponent ^ 70) & 1);
    wide_t square = (wide_t)x.mantissa << up, root = integer_root(square);
    return pack(width, false, root, (x.exponent - up) / 2, root * root != square);
}

uint64_t soft_round(unsigned width, uint64_t a, soft_rounding_t how) {
    number_t x = unpack(width, a);
    if (x.class == NOT_A_NUMBER) return soft_nan(width);
    if (x.class != FINITE || x.exponent >= 0) return a;
    int shift = -x.exponent;
    uint64_t whole = shift > 63 ? 0 : x.mantissa >> shift;
    bool is_whole = shift <= 63 && whole << shift == x.mantissa, up = false;
    switch (how) {
    case SOFT_TO_ZERO: break;
    case SOFT_DOWN: up = x.negative && !is_whole; break;
    case SOFT_UP: up = !x.negative && !is_whole; break;
    case SOFT_NEAREST:
        if (shift <= 63) up = rounds_up(x.mantissa - (whole << shift), shift, false, whole & 1);
        break;
    }
    return pack(width, x.negative, whole + up, 0, false);
}

uint64_t soft_cast(unsigned from, unsigned to, uint64_t a) {
    number_t x = unpack(from, a);
    switch (x.class) {
    case ZERO: return sign_of(to, x.negative);
    case INFINITE: return infinity(to, x.negative);
    case NOT_A_NUMBER: return soft_nan(to);
    default: return pack(to, x.negative, x.mantissa, x.exponent, false);
    }
}

uint64_t soft_from_signed(unsigned width, int64_t number) {
    uint64_t magnitude = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    return pack(width, number < 0, magnitude, 0, false);
}

uint64_t soft_from_unsigned(unsigned width, uint64_t number) {
    return pack(width, false, number, 0, false);
}

uint64_t soft_to_integer(unsigned width, uint64_t a, unsigned bits, bool is_signed) {
    number_t x = unpack(width, a);
    if (x.class != FINITE || x.exponent > 64) return 0;
    wide_t whole;
    if (x.exponent >= 0)
        whole = (wide_t)x.mantissa << x.exponent;
    else
        whole = x.exponent < -63 ? 0 : x.mantissa >> -x.exponent;
    wide_t limit = (wide_t)1 << (is_signed ? bits - 1 : bits); /* of magnitudes */
    bool fits = x.negative ? whole <= (is_signed ? limit : 0) : whole < limit;
    if (!fits) return 0;
    uint64_t result = x.negative ? 0 - (uint64_t)whole : (uint64_t)whole;
    return bits == 64 ? result : result & ((UINT64_C(1) << bits) - 1);
}

/* Bit patterns as numbers of the same order, both zeros being 0. */
static int64_t rank(unsigned width, uint64_t a) {
    int64_t magnitude = (int64_t)(a & (sign_of(width, true) - 1));
    return a & sign_of(width, true) ? -magnitude : magnitude;
}

bool soft_equal(unsigned width, uint64_t a, uint64_t b) {
    return !soft_is_nan(width, a) && !soft_is_nan(width, b) && rank(width, a) == rank(width, b);
}

bool soft_less(unsigned width, uint64_t a, uint64_t b) {
    return !soft_is_nan(width, a) && !soft_is_nan(width, b) && rank(width, a) < rank(width, b);
}
