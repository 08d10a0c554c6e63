// expect: true
// what: small integers survive the way to float and back; ten times 0.1f is not 1 but near it
// analysis: value predicate+value bmc order
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    assert((int)(float)n == n);
    float sum = 0;
    for (int i = 0; i < 10; i++) sum += 0.1f;
    assert(sum != 1 && sum > 0.999f && sum < 1.001f);
    return 0;
}
