// expect: true
// what: the whole body of a function whose name starts with __VERIFIER_atomic_ is one step
#include <assert.h>
#include <pthread.h>

int x, y;

void __VERIFIER_atomic_set(int v) {
    x = v;
    y = v;
}

int __VERIFIER_atomic_equal(void) {
    return x == y;
}

void *writer(void *arg) {
    __VERIFIER_atomic_set(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    assert(__VERIFIER_atomic_equal());
    return 0;
}
