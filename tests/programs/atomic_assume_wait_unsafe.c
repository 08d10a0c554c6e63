// expect: false(unreach-call)
// what: wait and take are two atomic steps; both threads see the lock free, then both enter
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

int locked, inside;

void __VERIFIER_atomic_wait(void) {
    __VERIFIER_assume(locked == 0);
}

void __VERIFIER_atomic_take(void) {
    locked = 1;
}

void *worker(void *arg) {
    __VERIFIER_atomic_wait();
    __VERIFIER_atomic_take();
    inside++;
    assert(inside == 1);
    inside--;
    locked = 0;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
