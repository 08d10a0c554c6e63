// expect: false(unreach-call)
// what: only the read lies in the atomic section; the update between read and write is lost
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int counter;

void *worker(void *arg) {
    int old;
    __VERIFIER_atomic_begin();
    old = counter;
    __VERIFIER_atomic_end();
    counter = old + 1;
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
