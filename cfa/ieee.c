#include "cfa/ieee.h"

#include "util/mem.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "the machine must round each operation to its type");
_Static_assert(FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53, "float and double must be IEEE formats");

static float float_of(uint64_t bits) {
    uint32_t low = (uint32_t)bits;
    float number;
    memcpy(&number, &low, sizeof number);
    return number;
}

static double double_of(uint64_t bits) {
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static uint64_t float_bits(float number) {
    if (number != number) return ieee_nan(32);
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static uint64_t double_bits(double number) {
    if (number != number) return ieee_nan(64);
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

uint64_t ieee_bits(unsigned width, double number) {
    return width == 32 ? float_bits((float)number) : double_bits(number);
}

static uint64_t apply_float(expr_kind_t kind, float a, float b) {
    switch (kind) {
    case EXPR_FADD: return float_bits(a + b);
    case EXPR_FSUB: return float_bits(a - b);
    case EXPR_FMUL: return float_bits(a * b);
    case EXPR_FDIV: return float_bits(a / b);
    case EXPR_FSQRT: return float_bits(sqrtf(a));
    case EXPR_FTRUNC: return float_bits(truncf(a));
    case EXPR_FFLOOR: return float_bits(floorf(a));
    case EXPR_FCEIL: return float_bits(ceilf(a));
    case EXPR_FRINT: return float_bits(rintf(a));
    default: misuse(__func__, "not an operator of one format");
    }
}

static uint64_t apply_double(expr_kind_t kind, double a, double b) {
    switch (kind) {
    case EXPR_FADD: return double_bits(a + b);
    case EXPR_FSUB: return double_bits(a - b);
    case EXPR_FMUL: return double_bits(a * b);
    case EXPR_FDIV: return double_bits(a / b);
    case EXPR_FSQRT: return double_bits(sqrt(a));
    case EXPR_FTRUNC: return double_bits(trunc(a));
    case EXPR_FFLOOR: return double_bits(floor(a));
    case EXPR_FCEIL: return double_bits(ceil(a));
    case EXPR_FRINT: return double_bits(rint(a));
    default: misuse(__func__, "not an operator of one format");
    }
}

/* The double cannot be told from the number it widens: limits are powers of
 * two, which are exact. */
static uint64_t to_integer(bool is_signed, unsigned width, double number) {
    double whole = trunc(number);
    double limit = ldexp(1, (int)(is_signed ? width - 1 : width));
    if (!(whole >= (is_signed ? -limit : 0) && whole < limit)) return 0;
    uint64_t bits = is_signed ? (uint64_t)(int64_t)whole : (uint64_t)whole;
    return bits & width_mask(width);
}

static uint64_t from_integer(bool is_signed, unsigned width, unsigned a_width, uint64_t a) {
    if (is_signed) {
        int64_t number = sign_extend(a, a_width);
        return width == 32 ? float_bits((float)number) : double_bits((double)number);
    }
    return width == 32 ? float_bits((float)a) : double_bits((double)a);
}

uint64_t ieee_apply(expr_kind_t kind, unsigned width, unsigned a_width, uint64_t a, uint64_t b) {
    double wide = a_width == 32 ? float_of(a) : double_of(a);
    double other = a_width == 32 ? float_of(b) : double_of(b);
    switch (kind) {
    case EXPR_FEQ: return wide == other;
    case EXPR_FLT: return wide < other;
    case EXPR_FLE: return wide <= other;
    case EXPR_FCAST: return width == 32 ? float_bits((float)wide) : double_bits(wide);
    case EXPR_SFLOAT: return from_integer(true, width, a_width, a);
    case EXPR_UFLOAT: return from_integer(false, width, a_width, a);
    case EXPR_FSINT: return to_integer(true, width, wide);
    case EXPR_FUINT: return to_integer(false, width, wide);
    default: break;
    }
    if (a_width == 32) return apply_float(kind, float_of(a), float_of(b));
    return apply_double(kind, wide, other);
}

void ieee_print(strbuf_t *out, unsigned width, uint64_t bits) {
    double number = width == 32 ? float_of(bits) : double_of(bits);
    if (ieee_is_nan(width, bits)) {
        strbuf_add(out, "nan");
        return;
    }
    char text[40];
    int digits = 0;
    double back;
    do {
        snprintf(text, sizeof text, "%.*g", ++digits, number);
        /* strtof: a float is not the double its decimals mean. */
        back = width == 32 ? strtof(text, NULL) : strtod(text, NULL);
    } while (back != number && digits < 17);
    const char *exponent = strchr(text, 'e');
    if (exponent && fabs(number) >= 1 && fabs(number) < 1e15) /* 960 rather than 9.6e+02 */
        snprintf(text, sizeof text, "%.*g", atoi(exponent + 1) + 1, number);
    strbuf_add(out, text);
    if (isfinite(number) && !strpbrk(text, ".e")) strbuf_add(out, ".0");
}
