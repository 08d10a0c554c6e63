// expect: true
// what: the lock keeps the other thread out between the two steps
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, expected, seen;

static void *other(void *unused) {
    pthread_mutex_lock(&lock);
    expected = 1;
    seen = x;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    pthread_mutex_lock(&lock);
    __atomic_compare_exchange_n(&x, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    assert(!(x == 9 && seen == 0));
    return 0;
}
