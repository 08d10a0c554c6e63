// expect: true
// what: a counter raised by compare-and-swap in a retry loop
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
    do {
        old = counter;
    } while (!__VERIFIER_atomic_cas(&counter, old, old + 1));
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
