// models: pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_trylock
//   pthread_spin_unlock pthread_barrier_init pthread_barrier_destroy pthread_barrier_wait
//   pthread_barrierattr_init pthread_barrierattr_destroy pthread_barrierattr_setpshared
// assumes: pshared makes no difference
#include <pthread.h>

#include "conformance.h"

static pthread_spinlock_t lock;
static pthread_barrier_t barrier;

static void *meet(void *unused) {
    return (void *)(long)pthread_barrier_wait(&barrier);
}

int main(void) {
    exact(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE));
    exact(pthread_spin_lock(&lock));
    exact(pthread_spin_trylock(&lock));
    exact(pthread_spin_unlock(&lock));
    exact(pthread_spin_trylock(&lock));
    exact(pthread_spin_unlock(&lock));
    exact(pthread_spin_destroy(&lock));

    pthread_barrierattr_t attributes;
    exact(pthread_barrierattr_init(&attributes));
    exact(pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE));
    exact(pthread_barrier_init(&barrier, &attributes, 0));
    exact(pthread_barrier_init(&barrier, &attributes, 1));
    exact(pthread_barrierattr_destroy(&attributes));
    exact(pthread_barrier_wait(&barrier));
    exact(pthread_barrier_wait(&barrier));
    exact(pthread_barrier_destroy(&barrier));
    exact(pthread_barrier_init(&barrier, NULL, 2));
    pthread_t thread;
    void *result;
    exact(pthread_create(&thread, NULL, meet, NULL));
    int own = pthread_barrier_wait(&barrier);
    exact(pthread_join(thread, &result));
    exact(own + (int)(long)result);
    exact(pthread_barrier_destroy(&barrier));
    finish();
}
