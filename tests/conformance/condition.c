// models: pthread_cond_init pthread_cond_destroy pthread_cond_wait pthread_cond_timedwait
//   pthread_cond_signal pthread_cond_broadcast pthread_condattr_init pthread_condattr_destroy
//   pthread_condattr_setclock pthread_condattr_setpshared
// assumes: the clock and pshared make no difference; times are valid
#include <pthread.h>
#include <time.h>

#include "conformance.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition;
static const struct timespec past = {1, 0};
static int ready;

static void *wake_up(void *unused) {
    pthread_mutex_lock(&mutex);
    ready++;
    int result = pthread_cond_signal(&condition) + pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
    return (void *)(long)result;
}

int main(void) {
    pthread_condattr_t attributes;
    exact(pthread_condattr_init(&attributes));
    exact(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC));
    exact(pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE));
    exact(pthread_cond_init(&condition, &attributes));
    exact(pthread_condattr_destroy(&attributes));
    exact(pthread_cond_signal(&condition));
    exact(pthread_cond_broadcast(&condition));
    pthread_t thread;
    void *result;
    exact(pthread_mutex_lock(&mutex));
    possible(pthread_cond_timedwait(&condition, &mutex, &past));
    exact(pthread_create(&thread, NULL, wake_up, NULL));
    while (!ready)
        if (pthread_cond_wait(&condition, &mutex)) exact(-1);
    exact(ready);
    exact(pthread_mutex_unlock(&mutex));
    exact(pthread_join(thread, &result));
    exact(result);
    exact(pthread_cond_destroy(&condition));
    finish();
}
