// expect: true
// what: comparisons with NaN are false, a float between 1 and 3 becomes 1 or 2, doubling is exact
#include <assert.h>
float __VERIFIER_nondet_float(void);
int main(void) {
    float x = __VERIFIER_nondet_float();
    if (x >= 1 && x < 3) {
        int n = x;
        assert(n == 1 || n == 2);
        assert(x + x > x);
    } else if (!(x < 1)) {
        assert(x != x || x >= 3.0);
    }
    return 0;
}
