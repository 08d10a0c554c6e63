// expect: true
// what: each thread enters, which a function counts, and later leaves; in between, more have
//     entered than left
// analysis: value predicate+value
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>

static int entered, left;

static void enter(void) {
    __VERIFIER_atomic_begin();
    entered++;
    __VERIFIER_atomic_end();
}

static void *visit(void *unused) {
    enter();
    int before = left;
    if (before >= entered) reach_error();
    __VERIFIER_atomic_begin();
    left++;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < 1000; i++) pthread_create(&thread, 0, visit, 0);
    return 0;
}
