// models: fabsf sqrtf floorf ceilf truncf roundf copysignf fdimf fminf fmaxf rintf nearbyintf lrintf llrintf
//   lroundf llroundf __builtin_fabsf __builtin_sqrtf __builtin_floorf __builtin_ceilf __builtin_truncf
//   __builtin_roundf __builtin_copysignf __builtin_fdimf __builtin_fminf __builtin_fmaxf nanf
//   __builtin_nanf __builtin_inff __builtin_huge_valf isnanf __isnanf isinff __isinff finitef __finitef
//   __signbitf __builtin_signbitf __fpclassifyf
// assumes: as floating.c
#include <math.h>
#include <string.h>

#include "conformance.h"

extern int __isnanf(float), __isinff(float), __finitef(float), __signbitf(float), __fpclassifyf(float);

static const float inputs[] = {0.0f,  -0.0f, 0.5f,  -0.5f,  1.5f, 2.5f, -2.5f, 3.0f, 1e38f, -1e38f,
                               1e-45f, 1.17549435e-38f, 4194305.5f, 0.49999997f, HUGE_VALF, -HUGE_VALF, NAN};
enum { COUNT = sizeof inputs / sizeof inputs[0], INTEGRAL = 8 };

static void number(float x) {
    int bits;
    memcpy(&bits, &x, sizeof bits);
    exact(x != x ? -12345 : bits);
}

#define ONE(function) for (int i = 0; i < COUNT; i++) number(function(inputs[i]))
#define TWO(function)                                                                              \
    for (int i = 0; i < COUNT; i += 2)                                                             \
        for (int j = 0; j < COUNT; j += 3) number(function(inputs[i], inputs[j]))
#define TO_INTEGER(function) for (int i = 0; i < INTEGRAL; i++) exact(function(inputs[i]))
#define CLASS(function) for (int i = 0; i < COUNT; i++) exact(function(inputs[i]))

int main(void) {
    ONE(fabsf);
    ONE(sqrtf);
    ONE(floorf);
    ONE(ceilf);
    ONE(truncf);
    ONE(roundf);
    ONE(rintf);
    ONE(nearbyintf);
    ONE(__builtin_fabsf);
    ONE(__builtin_sqrtf);
    ONE(__builtin_floorf);
    ONE(__builtin_ceilf);
    ONE(__builtin_truncf);
    ONE(__builtin_roundf);
    TWO(copysignf);
    TWO(fdimf);
    TWO(fminf);
    TWO(fmaxf);
    TWO(__builtin_copysignf);
    TWO(__builtin_fdimf);
    TWO(__builtin_fminf);
    TWO(__builtin_fmaxf);
    TO_INTEGER(lrintf);
    TO_INTEGER(llrintf);
    TO_INTEGER(lroundf);
    TO_INTEGER(llroundf);
    number(nanf(""));
    number(__builtin_nanf(""));
    number(__builtin_inff());
    number(__builtin_huge_valf());
    CLASS(!!isnanf);
    CLASS(__isnanf);
    CLASS(isinff);
    CLASS(__isinff);
    CLASS(!!finitef);
    CLASS(!!__finitef);
    CLASS(!!__signbitf);
    CLASS(!!__builtin_signbitf);
    CLASS(__fpclassifyf);
    finish();
}
