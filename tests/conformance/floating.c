// models: fabs sqrt floor ceil trunc round copysign fdim fmin fmax rint nearbyint lrint llrint lround
//   llround __builtin_fabs __builtin_sqrt __builtin_floor __builtin_ceil __builtin_trunc __builtin_round
//   __builtin_copysign __builtin_fdim __builtin_fmin __builtin_fmax nan __builtin_nan __builtin_inf
//   __builtin_huge_val isnan __isnan __builtin_isnan isinf __isinf __builtin_isinf __builtin_isinf_sign
//   finite __finite __builtin_isfinite __builtin_isnormal __signbit __builtin_signbit __fpclassify
//   __builtin_fpclassify __builtin_isgreater __builtin_isgreaterequal __builtin_isless
//   __builtin_islessequal __builtin_islessgreater __builtin_isunordered fegetround
// assumes: rounding to the nearest; which NaN it is does not matter; the integer holds the value
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "conformance.h"

extern int __isnan(double), __isinf(double), __finite(double), __signbit(double), __fpclassify(double);
#undef isnan
#undef isinf

static const double inputs[] = {0.0,  -0.0,     0.5,      -0.5,   1.5,       2.5,       -2.5,    3.0,
                                1e300, -1e300, 4.9e-324, 2.2250738585072014e-308, 4503599627370497.5,
                                0.49999999999999994, HUGE_VAL, -HUGE_VAL, NAN};
enum { COUNT = sizeof inputs / sizeof inputs[0], INTEGRAL = 8 };

static void number(double x) {
    long long bits;
    memcpy(&bits, &x, sizeof bits);
    exact(x != x ? -12345 : bits);
}

#define ONE(function) for (int i = 0; i < COUNT; i++) number(function(inputs[i]))
#define TWO(function)                                                                              \
    for (int i = 0; i < COUNT; i += 2)                                                             \
        for (int j = 0; j < COUNT; j += 3) number(function(inputs[i], inputs[j]))
#define TO_INTEGER(function) for (int i = 0; i < INTEGRAL; i++) exact(function(inputs[i]))
#define CLASS(function) for (int i = 0; i < COUNT; i++) exact(function(inputs[i]))
#define COMPARE(function)                                                                          \
    for (int i = 0; i < COUNT; i += 3)                                                             \
        for (int j = 0; j < COUNT; j += 2) exact(function(inputs[i], inputs[j]))

int main(void) {
    ONE(fabs);
    ONE(sqrt);
    ONE(floor);
    ONE(ceil);
    ONE(trunc);
    ONE(round);
    ONE(rint);
    ONE(nearbyint);
    ONE(__builtin_fabs);
    ONE(__builtin_sqrt);
    ONE(__builtin_floor);
    ONE(__builtin_ceil);
    ONE(__builtin_trunc);
    ONE(__builtin_round);
    TWO(copysign);
    TWO(fdim);
    TWO(fmin);
    TWO(fmax);
    TWO(__builtin_copysign);
    TWO(__builtin_fdim);
    TWO(__builtin_fmin);
    TWO(__builtin_fmax);
    TO_INTEGER(lrint);
    TO_INTEGER(llrint);
    TO_INTEGER(lround);
    TO_INTEGER(llround);
    number(nan(""));
    number(__builtin_nan(""));
    number(__builtin_inf());
    number(__builtin_huge_val());
    CLASS(!!isnan);
    CLASS(__isnan);
    CLASS(__builtin_isnan);
    CLASS(isinf);
    CLASS(__isinf);
    CLASS(!!__builtin_isinf);
    CLASS(__builtin_isinf_sign);
    CLASS(!!finite);
    CLASS(!!__finite);
    CLASS(__builtin_isfinite);
    CLASS(__builtin_isnormal);
    CLASS(!!__signbit);
    CLASS(!!__builtin_signbit);
    for (int i = 0; i < COUNT; i++) possible(__signbit(inputs[i]));
    CLASS(__fpclassify);
    for (int i = 0; i < COUNT; i++)
        exact(__builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, inputs[i]));
    COMPARE(__builtin_isgreater);
    COMPARE(__builtin_isgreaterequal);
    COMPARE(__builtin_isless);
    COMPARE(__builtin_islessequal);
    COMPARE(__builtin_islessgreater);
    COMPARE(__builtin_isunordered);
    exact(fegetround());
    finish();
}
