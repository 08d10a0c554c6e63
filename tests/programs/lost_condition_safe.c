// expect: true
// what: behind a loop, the value of an input is looked at for the last time; what was known of it excludes
//     the error, though no variable has it any more
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int rounds = 2;

int main(void) {
    for (int i = 0; i < rounds; i++) {}
    int input = __VERIFIER_nondet_int();
    __VERIFIER_assume(input < 0);
    int copy = input;
    assert(copy < 0 && copy != 0);
    return 0;
}
