// expect: true
// args: --property valid-deref
// what: the pointer is looked at before it is followed, under the lock
#include <pthread.h>

static int value = 3, *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *clear(void *unused) {
    pthread_mutex_lock(&lock);
    shared = 0;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    int sum = 0;
    shared = &value;
    pthread_create(&thread, 0, clear, 0);
    pthread_mutex_lock(&lock);
    if (shared) sum += *shared;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return sum;
}
