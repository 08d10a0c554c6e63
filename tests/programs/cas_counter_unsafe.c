// expect: false(unreach-call)
// what: a failed compare-and-swap is not tried again, so one increment is missing
#include <assert.h>
#include <pthread.h>

int counter;

int __VERIFIER_atomic_cas(int *where, int expected, int desired) {
    if (*where == expected) {
        *where = desired;
        return 1;
    }
    return 0;
}

void *worker(void *arg) {
    int old;
    old = counter;
    __VERIFIER_atomic_cas(&counter, old, old + 1);
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
