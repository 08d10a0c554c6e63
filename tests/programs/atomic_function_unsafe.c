// expect: false(unreach-call)
// what: the name lacks the prefix, so the two stores of the function can be seen one by one
#include <assert.h>
#include <pthread.h>

int x, y;

void set_both(int v) {
    x = v;
    y = v;
}

int __VERIFIER_atomic_equal(void) {
    return x == y;
}

void *writer(void *arg) {
    set_both(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    assert(__VERIFIER_atomic_equal());
    return 0;
}
