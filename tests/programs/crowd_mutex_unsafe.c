// expect: false(unreach-call)
// what: right is written outside of the lock: a second thread comes in between and sees 1 and 0
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left, right;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    assert(left == right);
    left = 1 - left;
    pthread_mutex_unlock(&lock);
    right = 1 - right;
    return unused;
}

int main(void) {
    pthread_t thread;
    while (1) pthread_create(&thread, 0, worker, 0);
}
