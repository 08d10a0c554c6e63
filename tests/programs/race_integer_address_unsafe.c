// expect: false(no-data-race)
// what: mutex and data found by integers that begin with the same summand: the mutex is that of another object
// args: --property no-data-race
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

struct cell {
    pthread_mutex_t lock;
    int data;
};
static struct cell data, other;

static void *first(void *arg) {
    uintptr_t zero = (uintptr_t)arg, guard = (uintptr_t)&other, cell = (uintptr_t)&data;
    pthread_mutex_lock((pthread_mutex_t *)(zero + guard));
    *(int *)(zero + cell + offsetof(struct cell, data)) = 1;
    pthread_mutex_unlock((pthread_mutex_t *)(zero + guard));
    return arg;
}

static void *second(void *arg) {
    pthread_mutex_lock(&data.lock);
    data.data = 2;
    pthread_mutex_unlock(&data.lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_mutex_init(&data.lock, NULL);
    pthread_mutex_init(&other.lock, NULL);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
