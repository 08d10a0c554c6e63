// expect: true
// what: a spin lock made of an atomic test-and-set function
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>

int word, counter;

int __VERIFIER_atomic_test_and_set(int *lock) {
    int old = *lock;
    *lock = 1;
    return old;
}

void *worker(void *arg) {
    while (__VERIFIER_atomic_test_and_set(&word)) {
    }
    counter++;
    word = 0;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(counter == 2);
    return 0;
}
