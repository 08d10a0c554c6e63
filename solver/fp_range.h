#ifndef SOLVER_FP_RANGE_H
#define SOLVER_FP_RANGE_H

#include "solver/soft_float.h"

/* Which numbers of a format, cut towards zero, fit an integer type: those below
 * high, and above low (from low on, if low_fits). Limits are bit patterns. */
typedef struct fp_range {
    uint64_t low, high;
    bool low_fits;
} fp_range_t;

static inline fp_range_t fp_range(unsigned width, unsigned bits, bool is_signed) {
    unsigned digits = width == 32 ? 24 : 53, bias = width == 32 ? 127 : 1023;
    unsigned power = is_signed ? bits - 1 : bits;
    fp_range_t range = {.high = (uint64_t)(power + bias) << (digits - 1)};
    if (!is_signed) {
        range.low = soft_from_signed(width, -1);
    } else if (bits <= digits) { /* the first integer that does not fit is a number */
        range.low = soft_from_signed(width, -(INT64_C(1) << power) - 1);
    } else {
        range.low = range.high | UINT64_C(1) << (width - 1);
        range.low_fits = true;
    }
    return range;
}

#endif
