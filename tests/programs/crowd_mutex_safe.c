// expect: true
// what: any number of threads update a pair under a mutex; nobody sees it half done
// analysis: value predicate+value
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left, right;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    assert(left == right);
    left = 1 - left;
    right = 1 - right;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    while (1) pthread_create(&thread, 0, worker, 0);
}
