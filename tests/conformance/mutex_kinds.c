// models: pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype
//   pthread_mutexattr_gettype pthread_mutexattr_setpshared pthread_mutexattr_setprotocol
// assumes: pshared and protocol make no difference
#include <pthread.h>
#include <time.h>

#include "conformance.h"

static pthread_mutex_t recursive, checking;
static const struct timespec past = {1, 0};

static void make(pthread_mutex_t *mutex, int kind) {
    pthread_mutexattr_t attributes;
    int got = -1;
    exact(pthread_mutexattr_init(&attributes));
    exact(pthread_mutexattr_gettype(&attributes, &got));
    exact(got);
    exact(pthread_mutexattr_settype(&attributes, 77));
    exact(pthread_mutexattr_settype(&attributes, -1));
    exact(pthread_mutexattr_settype(&attributes, kind));
    exact(pthread_mutexattr_gettype(&attributes, &got));
    exact(got);
    exact(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE));
    exact(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_NONE));
    exact(pthread_mutex_init(mutex, &attributes));
    exact(pthread_mutexattr_destroy(&attributes));
}

static void *other_thread(void *result) {
    int *results = result;
    results[0] = pthread_mutex_trylock(&recursive);
    results[1] = pthread_mutex_unlock(&recursive);
    results[2] = pthread_mutex_unlock(&checking);
    results[3] = pthread_mutex_trylock(&checking);
    return NULL;
}

int main(void) {
    make(&recursive, PTHREAD_MUTEX_RECURSIVE);
    make(&checking, PTHREAD_MUTEX_ERRORCHECK);
    exact(pthread_mutex_unlock(&recursive));
    exact(pthread_mutex_unlock(&checking));
    exact(pthread_mutex_lock(&recursive));
    exact(pthread_mutex_lock(&recursive));
    exact(pthread_mutex_trylock(&recursive));
    exact(pthread_mutex_timedlock(&recursive, &past));
    exact(pthread_mutex_lock(&checking));
    exact(pthread_mutex_lock(&checking));
    exact(pthread_mutex_trylock(&checking));
    exact(pthread_mutex_timedlock(&checking, &past));
    int results[4];
    pthread_t thread;
    exact(pthread_create(&thread, NULL, other_thread, results));
    exact(pthread_join(thread, NULL));
    for (int i = 0; i < 4; i++) exact(results[i]);
    for (int i = 0; i < 5; i++) exact(pthread_mutex_unlock(&recursive));
    exact(pthread_mutex_unlock(&checking));
    exact(pthread_mutex_unlock(&checking));
    finish();
}
