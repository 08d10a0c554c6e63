#ifndef CFA_IEEE_H
#define CFA_IEEE_H

#include "cfa/expr.h"

/* Floating point in the formats binary32 and binary64 of IEEE 754, as bit
 * patterns. Every operation rounds once, to the nearest, ties to even, in the
 * format of its operands (FLT_EVAL_METHOD 0), whatever the data model. Where
 * IEEE 754 leaves open which of the bit patterns that are no number comes out,
 * it is the positive quiet one without payload. */

/* The operators of cfa/expr.h that begin with F, SFLOAT and UFLOAT, computed by
 * the machine. Operands are masked to a_width. */
uint64_t ieee_apply(expr_kind_t kind, unsigned width, unsigned a_width, uint64_t a, uint64_t b);

/* The bit pattern of a number in the format of this width. */
uint64_t ieee_bits(unsigned width, double number);

static inline uint64_t ieee_sign_bit(unsigned width) {
    return UINT64_C(1) << (width - 1);
}
/* The bits of plus infinity; a greater magnitude is no number. */
static inline uint64_t ieee_infinity(unsigned width) {
    return width == 32 ? UINT64_C(0x7f800000) : UINT64_C(0x7ff0000000000000);
}
static inline uint64_t ieee_nan(unsigned width) {
    return width == 32 ? UINT64_C(0x7fc00000) : UINT64_C(0x7ff8000000000000);
}
static inline bool ieee_is_nan(unsigned width, uint64_t bits) {
    return (bits & (ieee_sign_bit(width) - 1)) > ieee_infinity(width);
}

/* The shortest decimal that reads back as the same number; inf, -inf, nan. */
void ieee_print(strbuf_t *out, unsigned width, uint64_t bits);

#endif
