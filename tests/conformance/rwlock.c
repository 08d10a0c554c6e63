// models: pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock
//   pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_timedrdlock
//   pthread_rwlock_timedwrlock pthread_rwlock_unlock pthread_rwlockattr_init
//   pthread_rwlockattr_destroy pthread_rwlockattr_setpshared pthread_rwlockattr_setkind_np
// assumes: pshared makes no difference; times are valid
#include <pthread.h>
#include <time.h>

#include "conformance.h"

static pthread_rwlock_t lock;
static const struct timespec past = {1, 0};

int main(void) {
    pthread_rwlockattr_t attributes;
    exact(pthread_rwlockattr_init(&attributes));
    exact(pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE));
    exact(pthread_rwlockattr_setkind_np(&attributes, 9));
    exact(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_READER_NP));
    exact(pthread_rwlock_init(&lock, &attributes));
    exact(pthread_rwlockattr_destroy(&attributes));
    exact(pthread_rwlock_rdlock(&lock));
    exact(pthread_rwlock_tryrdlock(&lock));
    exact(pthread_rwlock_timedrdlock(&lock, &past));
    exact(pthread_rwlock_trywrlock(&lock));
    possible(pthread_rwlock_timedwrlock(&lock, &past));
    for (int i = 0; i < 3; i++) exact(pthread_rwlock_unlock(&lock));
    exact(pthread_rwlock_wrlock(&lock));
    exact(pthread_rwlock_tryrdlock(&lock));
    exact(pthread_rwlock_trywrlock(&lock));
    possible(pthread_rwlock_rdlock(&lock));
    possible(pthread_rwlock_wrlock(&lock));
    possible(pthread_rwlock_timedrdlock(&lock, &past));
    possible(pthread_rwlock_timedwrlock(&lock, &past));
    exact(pthread_rwlock_unlock(&lock));
    exact(pthread_rwlock_trywrlock(&lock));
    exact(pthread_rwlock_unlock(&lock));
    exact(pthread_rwlock_timedwrlock(&lock, &past));
    exact(pthread_rwlock_unlock(&lock));
    exact(pthread_rwlock_destroy(&lock));
    finish();
}
