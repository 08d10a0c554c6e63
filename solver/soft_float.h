#ifndef SOLVER_SOFT_FLOAT_H
#define SOLVER_SOFT_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

/* IEEE 754 binary32 and binary64 (by the width, 32 or 64) on bit patterns,
 * computed with integers alone: neither the machine's floating point nor its
 * rounding mode plays a part. Results are rounded to the nearest, ties to even;
 * a result that is no number is the positive quiet one without payload. */

typedef enum { SOFT_TO_ZERO, SOFT_DOWN, SOFT_UP, SOFT_NEAREST } soft_rounding_t;

uint64_t soft_add(unsigned width, uint64_t a, uint64_t b);
uint64_t soft_subtract(unsigned width, uint64_t a, uint64_t b);
uint64_t soft_multiply(unsigned width, uint64_t a, uint64_t b);
uint64_t soft_divide(unsigned width, uint64_t a, uint64_t b);
uint64_t soft_sqrt(unsigned width, uint64_t a);
uint64_t soft_round(unsigned width, uint64_t a, soft_rounding_t how);
uint64_t soft_cast(unsigned from, unsigned to, uint64_t a);
uint64_t soft_from_signed(unsigned width, int64_t number);
uint64_t soft_from_unsigned(unsigned width, uint64_t number);
/* Towards zero, to an integer of this many bits; 0 if it does not fit. */
uint64_t soft_to_integer(unsigned width, uint64_t a, unsigned bits, bool is_signed);
bool soft_equal(unsigned width, uint64_t a, uint64_t b);
bool soft_less(unsigned width, uint64_t a, uint64_t b);

static inline uint64_t soft_nan(unsigned width) {
    return width == 32 ? UINT64_C(0x7fc00000) : UINT64_C(0x7ff8000000000000);
}
bool soft_is_nan(unsigned width, uint64_t a);

#endif
