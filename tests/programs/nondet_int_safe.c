// expect: true
// what: any int is negative, zero or positive; the input crosses a thread boundary
#include <pthread.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int input;

void *worker(void *arg) {
    int v = input;
    unsigned int magnitude = v < 0 ? 0u - (unsigned int)v : (unsigned int)v;
    if (magnitude > 2147483648u) {
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
