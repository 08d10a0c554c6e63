// expect: false(unreach-call)
// what: a thread that has not entered itself may find that all others have left again
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>

static int entered, left;

static void enter(void) {
    __VERIFIER_atomic_begin();
    entered++;
    __VERIFIER_atomic_end();
}

static void leave(void) {
    __VERIFIER_atomic_begin();
    left++;
    __VERIFIER_atomic_end();
}

static void *visit(void *unused) {
    if (left >= entered) reach_error();
    enter();
    leave();
    return unused;
}

int main(void) {
    pthread_t thread;
    int visitors = __VERIFIER_nondet_int();
    for (int i = 0; i < visitors; i++) pthread_create(&thread, 0, visit, 0);
    return 0;
}
