// expect: unknown call of 'give_up', which has no body and does not return
// what: a function without body that does not return ends the program or only its thread: nobody knows,
// what: but what stands behind the call is not reached
#include <assert.h>

extern void give_up(int code) __attribute__((noreturn));
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x) give_up(1);
    assert(!x);
    return 0;
}
