// expect: true
// what: two inputs are drawn in two threads and compared; equal inputs give equal results
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int a, b;

void *worker(void *arg) {
    a = __VERIFIER_nondet_int();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    b = __VERIFIER_nondet_int();
    pthread_join(t, NULL);
    if (a == b && a + 1u != b + 1u) {
        reach_error();
    }
    return 0;
}
