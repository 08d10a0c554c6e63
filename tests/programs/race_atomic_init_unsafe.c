// expect: false(no-data-race)
// what: atomic_init is not atomic
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
    pthread_create(&a, NULL, worker, NULL);
    atomic_init(&x, 3);
    pthread_join(a, NULL);
    return 0;
}
