// expect: false(unreach-call)
// what: a.f may be -0, which is not below 0; the next pattern is below it
#include <assert.h>
float __VERIFIER_nondet_float(void);
union bits {
    float f;
    unsigned u;
} a, b;
int main(void) {
    a.f = __VERIFIER_nondet_float();
    if (!(a.f >= 0 && a.f <= 100.0f)) return 0;
    b.u = a.u + 1;
    assert(b.f > a.f);
    a.u = 0x80000000;
    assert(a.f == 0 && -a.f == 0);
    return 0;
}
