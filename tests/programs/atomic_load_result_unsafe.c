// expect: false(unreach-call)
// what: x is loaded as 0, the other thread sets x and y, and then y gets the old value
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *other(void *unused) {
    pthread_mutex_lock(&lock);
    x = 1;
    y = 2;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    __atomic_load(&x, &y, __ATOMIC_SEQ_CST);
    pthread_join(thread, NULL);
    assert(y != 0);
    return 0;
}
