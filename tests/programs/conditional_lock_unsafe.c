// expect: false(unreach-call)
// what: for the input 0 the check runs without the lock, between the two stores of the worker
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    shared = 1;
    shared = 0;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    int careful = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, worker, NULL);
    if (careful > 0) {
        pthread_mutex_lock(&m);
    }
    if (careful >= 0) {
        assert(shared == 0);
    }
    if (careful > 0) {
        pthread_mutex_unlock(&m);
    }
    return 0;
}
