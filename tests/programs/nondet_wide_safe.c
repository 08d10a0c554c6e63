// expect: true
// what: long long inputs keep all 64 bits: what differs above bit 31 stays different
#include <pthread.h>

extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

long long wide;
unsigned long long positive;

void *worker(void *arg) {
    wide = __VERIFIER_nondet_longlong();
    positive = __VERIFIER_nondet_ulonglong();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    if (wide != 0 && wide >> 32 == 0 && (unsigned int)wide == 0) {
        reach_error();
    }
    if (positive >> 63 > 1) {
        reach_error();
    }
    return 0;
}
