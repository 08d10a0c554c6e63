// expect: true
// what: all accesses are made by atomic builtins
// args: --property no-data-race
#include <pthread.h>

static int x, y;

static void *first(void *arg) {
    __atomic_store_n(&x, 1, __ATOMIC_RELEASE);
    __sync_fetch_and_add(&y, 1);
    return arg;
}

static void *second(void *arg) {
    int seen = __atomic_load_n(&x, __ATOMIC_ACQUIRE);
    __atomic_fetch_add(&y, seen, __ATOMIC_RELAXED);
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
