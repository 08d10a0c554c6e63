// expect: false(unreach-call)
// what: what is expected is read before the exchange: the other thread changes it and sees the old
// x
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
    __atomic_compare_exchange_n(&x, &expected, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    pthread_join(thread, NULL);
    assert(!(x == 9 && seen == 0));
    return 0;
}
