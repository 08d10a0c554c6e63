// expect: true
// what: the reader holds the lock
// args: --property no-data-race
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, seen;

static void *first(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&m);
    seen = x;
    pthread_mutex_unlock(&m);
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
