// expect: false(unreach-call)
// what: both pointers are the same, so the second result overwrites the first
#include <assert.h>
#include <pthread.h>

int quotient, rest;

static void divide(int a, int b, int *q, int *r) {
    *q = a / b;
    *r = a % b;
}

void *worker(void *arg) {
    int q = 0, r = 0;
    divide(17, 5, &q, &q);
    quotient = q;
    rest = r;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(quotient == 3 && rest == 2);
    return 0;
}
