// expect: false(no-data-race)
// what: the second thread writes outside of the atomic function
// args: --property no-data-race
#include <pthread.h>

static int x;

static void __VERIFIER_atomic_raise(void) {
    int old = x;
    x = old + 1;
}

static void *first(void *arg) {
    __VERIFIER_atomic_raise();
    return arg;
}

static void *second(void *arg) {
    x = 7;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
