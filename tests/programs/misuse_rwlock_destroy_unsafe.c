// expect: false(no-thread-misuse)
// what: the lock is destroyed while a reader may have it
// args: --property no-thread-misuse
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *work(void *arg) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_rwlock_destroy(&l);
    pthread_join(t, NULL);
    return 0;
}
