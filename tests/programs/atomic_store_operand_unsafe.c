// expect: false(unreach-call)
// what: y is read as 0 before the atomic store; the other thread sets y and still sees the old x
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
    __atomic_store(&x, &y, __ATOMIC_SEQ_CST);
    pthread_join(thread, NULL);
    assert(!(x == 0 && seen == 5));
    return 0;
}
