// expect: false(unreach-call)
// what: the worker increments n before main gets the lock, so ++n is 2
#include <assert.h>
#include <pthread.h>

int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    assert(++n == 1);
    pthread_mutex_unlock(&m);
    return 0;
}
