// expect: unknown the end of a thread that owns a mutex
// what: the second thread has the number of the first, but not its mutex; owners are known by their numbers
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void *first(void *arg) {
    pthread_mutex_lock(&lock);
    return NULL;
}

void *second(void *arg) {
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, first, NULL);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(t, NULL);
    return 0;
}
