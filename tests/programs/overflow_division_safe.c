// expect: true
// args: --property no-overflow
// what: the smallest int is not divided by -1
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0 || (b == -1 && a == INT_MIN)) return 0;
    return a / b == 3 || a % b == 7;
}
