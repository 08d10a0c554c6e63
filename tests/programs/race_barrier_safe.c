// expect: true
// what: one writes before the barrier, the other one behind it
// args: --property no-data-race
#include <pthread.h>

static pthread_barrier_t barrier;
static int x;

static void *first(void *arg) {
    x = 1;
    pthread_barrier_wait(&barrier);
    
    return arg;
}

static void *second(void *arg) {
    pthread_barrier_wait(&barrier);
    x = 2;
    return arg;
}

int main(void) {
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
