// expect: false(unreach-call)
// what: who has a lock for writing and asks again may be told so: glibc does
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value;

void *writer(void *arg) {
    pthread_rwlock_wrlock(&lock);
    value = 1;
    pthread_rwlock_wrlock(&lock);
    value = 2;
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
