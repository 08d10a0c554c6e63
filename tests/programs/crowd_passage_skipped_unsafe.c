// expect: false(unreach-call)
// what: some threads leave without having entered, so a visitor may find as many that left
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <pthread.h>

static int entered, left;

static void *visit(void *unused) {
    int enters = __VERIFIER_nondet_int();
    if (enters) {
        __VERIFIER_atomic_begin();
        entered++;
        __VERIFIER_atomic_end();
        int before = left;
        if (before >= entered) reach_error();
    }
    __VERIFIER_atomic_begin();
    left++;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void) {
    pthread_t thread;
    int visitors = __VERIFIER_nondet_int();
    for (int i = 0; i < visitors; i++) pthread_create(&thread, 0, visit, 0);
    return 0;
}
