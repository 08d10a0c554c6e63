// expect: true
// what: an atomic variable is initialised before there are threads
// args: --property no-data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *arg) {
    atomic_store(&x, 2);
    return arg;
}

int main(void) {
    pthread_t a;
    atomic_init(&x, 1);
    pthread_create(&a, NULL, worker, NULL);
    atomic_store(&x, 3);
    pthread_join(a, NULL);
    return 0;
}
