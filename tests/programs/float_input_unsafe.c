// expect: false(unreach-call)
// what: neither x < 1 nor x >= 1 holds if x is no number
#include <assert.h>
float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    assert(x < 1 || x >= 1);
    return 0;
}
