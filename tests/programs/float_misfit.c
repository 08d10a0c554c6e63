// expect: unknown conversion of a floating-point number that the integer type cannot hold
// what: C does not define the conversion of 256.5 to unsigned char
// analysis: predicate predicate+value bmc
#include <assert.h>
double __VERIFIER_nondet_double(void);
int main(void) {
    double x = __VERIFIER_nondet_double();
    if (!(x > 0 && x <= 256.5)) return 0;
    unsigned char c = x;
    assert(c <= x);
    return 0;
}
