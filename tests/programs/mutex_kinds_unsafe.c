// expect: false(unreach-call)
// what: the count of a recursive mutex drops to 0 too early, so main adds while the worker does
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
struct shared {
    pthread_mutex_t checked;
    int a, b;
} shared;

void add(void) {
    pthread_mutex_lock(&again);
    shared.a++;
    pthread_mutex_unlock(&again);
}

void *worker(void *arg) {
    pthread_mutex_lock(&again);
    add();
    pthread_mutex_unlock(&again);
    shared.a++;
    assert(pthread_mutex_unlock(&again) == EPERM);
    if (pthread_mutex_trylock(&shared.checked) == 0) {
        shared.b++;
        pthread_mutex_unlock(&shared.checked);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&shared.checked, &attributes);
    pthread_create(&t, NULL, worker, NULL);
    assert(pthread_mutex_lock(&shared.checked) == 0);
    int before = shared.b;
    assert(pthread_mutex_lock(&shared.checked) == EDEADLK);
    assert(shared.b == before);
    assert(pthread_mutex_unlock(&shared.checked) == 0);
    assert(pthread_mutex_unlock(&shared.checked) == EPERM);
    add();
    pthread_join(t, NULL);
    assert(shared.a == 3);
    return 0;
}
