// expect: true
// what: an unsigned input is never below 0 and twice it never is odd
// analysis: predicate predicate+value bmc
#include <pthread.h>

extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

unsigned int doubled;

void *worker(void *arg) {
    unsigned int v = __VERIFIER_nondet_uint();
    doubled = v + v;
    if (doubled % 2 != 0) {
        reach_error();
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
