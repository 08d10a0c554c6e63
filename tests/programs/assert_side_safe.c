// expect: true
// what: the argument of assert is evaluated once, also when it has a side effect
#include <assert.h>
#include <pthread.h>

int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
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
