// expect: true
// what: the sign of a number, also of -0 and of one that is an input
// analysis: predicate predicate+value bmc order
#include <assert.h>
#include <math.h>
#include <pthread.h>

extern float __VERIFIER_nondet_float(void);
float number;

void *worker(void *arg) {
    number = -number;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(number == 0 && signbit(number));
    float input = __VERIFIER_nondet_float();
    assert(!(input > 1) || !signbit(input));
    return 0;
}
