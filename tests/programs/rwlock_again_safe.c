// expect: true
// what: who has a lock for writing and asks again is told so, or waits for ever
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;

void *writer(void *arg) {
    pthread_rwlock_wrlock(&lock);
    value = 1;
    assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
    value = 0;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    assert(value != 2);
    if (pthread_rwlock_tryrdlock(&lock) == 0) assert(value == 0);
    return 0;
}
