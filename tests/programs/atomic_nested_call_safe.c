// expect: true
// what: a function called inside an atomic section belongs to it, with its loop
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int sum;

static void add(int times) {
    for (int i = 0; i < times; i++) {
        sum++;
    }
}

void *worker(void *arg) {
    __VERIFIER_atomic_begin();
    add(2);
    add(1);
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t;
    int seen;
    pthread_create(&t, NULL, worker, NULL);
    seen = sum;
    assert(seen == 0 || seen == 3);
    return 0;
}
