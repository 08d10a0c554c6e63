// expect: false(no-data-race)
// what: one access lies behind the release of the flag
// args: --property no-data-race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static int data;

static void *worker(void *arg) {
    atomic_fetch_add(&x, 1);
    while (atomic_flag_test_and_set(&busy)) {
    }
    data++;
    atomic_flag_clear(&busy);
    data++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return data + atomic_load(&x);
}
