// expect: false(unreach-call)
// what: what stands for a sign need not be 1: of a float GCC gives INT_MIN
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
    assert(number == 0 && signbit(number) == 1);
    float input = __VERIFIER_nondet_float();
    assert(!(input > 1) || !signbit(input));
    return 0;
}
