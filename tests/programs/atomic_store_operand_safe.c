// expect: true
// what: the lock keeps the other thread out between the two steps
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x = 5, y, seen;

static void *other(void *unused) {
    pthread_mutex_lock(&lock);
    y = 1;
    seen = x;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    pthread_mutex_lock(&lock);
    __atomic_store(&x, &y, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    assert(!(x == 0 && seen == 5));
    return 0;
}
