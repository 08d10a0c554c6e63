// expect: false(unreach-call)
// what: x is seen as 5 by an exchange that fails; 5 is stored after the other thread has set both
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int x = 5;
static int expected;

static void *other(void *unused) {
    pthread_mutex_lock(&lock);
    x = 6;
    expected = 7;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    atomic_compare_exchange_strong(&x, &expected, 9);
    pthread_join(thread, NULL);
    assert(expected != 5);
    return 0;
}
