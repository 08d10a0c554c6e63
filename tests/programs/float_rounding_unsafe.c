// expect: false(unreach-call)
// what: 2^24 + 1 is no float: it is rounded to 2^24
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n >= 16777216 && n <= 16777217) assert((int)(float)n == n);
    return 0;
}
