// models: pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock
//   pthread_mutex_timedlock pthread_mutex_unlock
// assumes: a mutex that is destroyed is free
#include <pthread.h>
#include <time.h>

#include "conformance.h"

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, other;
static const struct timespec past = {1, 0};

static void *try(void *unused) {
    return (void *)(long)pthread_mutex_trylock(&plain);
}

static void *wait_for(void *unused) {
    return (void *)(long)pthread_mutex_timedlock(&plain, &past);
}

static long in_thread(void *(*routine)(void *)) {
    pthread_t thread;
    void *result;
    exact(pthread_create(&thread, NULL, routine, NULL));
    exact(pthread_join(thread, &result));
    return (long)result;
}

int main(void) {
    exact(pthread_mutex_lock(&plain));
    exact(pthread_mutex_trylock(&plain));
    exact(in_thread(try));
    possible(in_thread(wait_for));
    exact(pthread_mutex_unlock(&plain));
    exact(in_thread(try));
    exact(pthread_mutex_trylock(&plain));
    exact(pthread_mutex_init(&other, NULL));
    exact(pthread_mutex_timedlock(&other, &past));
    possible(pthread_mutex_timedlock(&other, &past));
    exact(pthread_mutex_unlock(&other));
    exact(pthread_mutex_destroy(&other));
    finish();
}
