// expect: false(no-overflow)
// args: --property no-overflow
// what: the smallest int divided by -1 is one more than the largest
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0) return 0;
    return a / b;
}
