// expect: false(unreach-call)
// what: the input 2147483648 doubles to 0 and so is larger than its double
#include <pthread.h>

extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

unsigned int doubled;

void *worker(void *arg) {
    unsigned int v = __VERIFIER_nondet_uint();
    doubled = v + v;
    if (doubled < v) {
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
