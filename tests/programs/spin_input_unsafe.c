// expect: false(unreach-call)
// what: a reader spins until an input is there that may be negative
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int ready, data;

static void *provide(void *unused) {
    int input = __VERIFIER_nondet_int();
    data = input;
    ready = 1;
    return unused;
}

int main(void) {
    pthread_t provider;
    pthread_create(&provider, 0, provide, 0);
    while (!ready) {}
    assert(data >= 0);
    return 0;
}
