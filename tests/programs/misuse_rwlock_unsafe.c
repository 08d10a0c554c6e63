// expect: false(no-thread-misuse)
// what: a thread unlocks the lock that the other one may hold
// args: --property no-thread-misuse
// analysis: value predicate+value bmc
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;

void *work(void *arg) {
    pthread_rwlock_rdlock(&l);
    int seen = x;
    pthread_rwlock_unlock(&l);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (pthread_rwlock_trywrlock(&l) >= 0) pthread_rwlock_unlock(&l);
    pthread_join(t, NULL);
    pthread_rwlock_destroy(&l);
    return 0;
}
