// expect: true
// what: an increment between atomic begin and end is one step
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int counter;

void *worker(void *arg) {
    int old;
    __VERIFIER_atomic_begin();
    old = counter;
    counter = old + 1;
    __VERIFIER_atomic_end();
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
