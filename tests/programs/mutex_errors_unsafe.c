// expect: false(unreach-call)
// what: who does not own an error-checking mutex waits neither for a signal nor for the mutex
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

void *worker(void *arg) {
    assert(pthread_cond_wait(&condition, &lock) == EPERM);
    assert(0);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct timespec now = {0};
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, worker, NULL);
    assert(pthread_mutex_timedlock(&lock, &now) == EDEADLK);
    pthread_join(t, NULL);
    assert(pthread_mutex_unlock(&lock) == 0);
    return 0;
}
