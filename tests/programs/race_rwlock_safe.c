// expect: true
// what: readers read at a time, the writer is alone
// args: --property no-data-race
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, seen;

static void *first(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int now = x;
    
    pthread_rwlock_unlock(&lock);
    return arg + now;
}

static void *second(void *arg) {
    pthread_rwlock_rdlock(&lock);
    int now = x;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    x = now + 1;
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
