// expect: false(unreach-call)
// what: with LP64 a long input of 2^32 is larger than the largest int
// args: --data-model LP64
#include <pthread.h>

extern void reach_error(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

long shared;

void *worker(void *arg) {
    shared = __VERIFIER_nondet_long();
    return arg;
}

int main(void) {
    pthread_t t;
    unsigned long u = __VERIFIER_nondet_ulong();
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    if (shared > 2147483647) {
        reach_error();
    }
    if (u / 2 > u) {
        reach_error();
    }
    return 0;
}
