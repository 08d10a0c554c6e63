// expect: false(unreach-call)
// what: leaving is counted in a function that is called from two places
// analysis: value predicate+value bmc
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>

static int entered, left;

static void leave(void) {
    __VERIFIER_atomic_begin();
    left++;
    __VERIFIER_atomic_end();
}

static void *visit(void *unused) {
    __VERIFIER_atomic_begin();
    entered++;
    __VERIFIER_atomic_end();
    int before = left;
    if (before >= entered) reach_error();
    leave();
    if (before > 0) leave();
    return unused;
}

int main(void) {
    pthread_t thread;
    int visitors = __VERIFIER_nondet_int();
    for (int i = 0; i < visitors; i++) pthread_create(&thread, 0, visit, 0);
    return 0;
}
