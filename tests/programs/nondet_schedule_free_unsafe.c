// expect: false(unreach-call)
// what: the inputs are drawn independently, so they may be 0 and 1
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
    if (a != b) {
        reach_error();
    }
    return 0;
}
