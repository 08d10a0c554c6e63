// expect: true
// what: a driver stops when the last of its requests has ended; the threads never read the argument that they are created with
// args: --crowd never
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int stopping, pending = 1, idle, stopped;

static int enter(void) {
    __VERIFIER_atomic_begin();
    if (stopping) {
        __VERIFIER_atomic_end();
        return -1;
    }
    pending = pending + 1;
    __VERIFIER_atomic_end();
    return 0;
}

static void leave(void) {
    __VERIFIER_atomic_begin();
    pending--;
    if (pending == 0) idle = 1;
    __VERIFIER_atomic_end();
}

void *request(void *unused) {
    if (enter() == 0) {
        assert(!stopped);
        leave();
    }
    return NULL;
}

void *stop(void *unused) {
    stopping = 1;
    leave();
    __VERIFIER_assume(idle);
    stopped = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, stop, NULL);
    for (int i = 0; i < 3; i++) pthread_create(&t, NULL, request, NULL);
    return 0;
}
