// expect: false(unreach-call)
// what: the observer does not lock: it can look when a and b are both 2
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#include <pthread.h>

static int a = 1, b = 2, c = 3, busy;

static void __VERIFIER_atomic_enter(void) {
    __VERIFIER_assume(busy == 0);
    busy = 1;
}

static void __VERIFIER_atomic_leave(void) {
    busy = 0;
}

static void *rotate(void *unused) {
    while (__VERIFIER_nondet_int()) {
        __VERIFIER_atomic_enter();
        int first = a;
        a = b;
        b = c;
        c = first;
        __VERIFIER_atomic_leave();
    }
    return unused;
}

static void *observe(void *unused) {
    while (1) {
        if (a == b) reach_error();
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, observe, 0);
    while (1) pthread_create(&thread, 0, rotate, 0);
}
