// expect: true
// what: the distance is that of members of one object
// args: --property no-data-race
#include <pthread.h>
#include <stdint.h>

static struct cell {
    pthread_mutex_t lock;
    int data;
} here, there;

static void raise(struct cell *cell, uintptr_t distance) {
    pthread_mutex_lock(&cell->lock);
    *(int *)((uintptr_t)cell + distance) = 1;
    pthread_mutex_unlock(&cell->lock);
}

static void *first(void *arg) {
    raise(&there, (uintptr_t)&there.data - (uintptr_t)&there.lock);
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&there.lock);
    there.data = 2;
    pthread_mutex_unlock(&there.lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&here.lock, NULL);
    pthread_mutex_init(&there.lock, NULL);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
