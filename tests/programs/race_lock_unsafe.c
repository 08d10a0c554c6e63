// expect: false(no-data-race)
// what: each thread holds a lock of its own
// args: --property no-data-race
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *first(void *arg) {
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&n);
    x = x + 2;
    pthread_mutex_unlock(&n);
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
