// expect: true
// what: any number of threads in a lock made of an atomic test-and-set, with a back-off that grows
// analysis: value predicate+value
extern void reach_error(void);
#include <pthread.h>

static volatile int taken;
static int inside;

static void __VERIFIER_atomic_test_and_set(int *old) {
    *old = taken;
    taken = 1;
}

static void acquire(void) {
    int old;
    unsigned delay = 1;
    __VERIFIER_atomic_test_and_set(&old);
    while (old) {
        if (delay * 2 > delay) delay *= 2;
        __VERIFIER_atomic_test_and_set(&old);
    }
}

static void *worker(void *unused) {
    for (;;) {
        acquire();
        inside++;
        if (inside != 1) reach_error();
        inside--;
        taken = 0;
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    while (1) pthread_create(&thread, 0, worker, 0);
}
