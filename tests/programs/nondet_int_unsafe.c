// expect: false(unreach-call)
// what: the input -2147483648 is its own negation, so the absolute value is still negative
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int input;

void *worker(void *arg) {
    int v = input;
    unsigned int magnitude = v < 0 ? 0u - (unsigned int)v : (unsigned int)v;
    if ((int)magnitude < 0) {
        reach_error();
    }
    return arg;
}

int main(void) {
    pthread_t t;
    input = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
