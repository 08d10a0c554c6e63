// expect: false(unreach-call)
// what: trylock of the mutex that the worker holds returns a value other than 0
#include <pthread.h>

extern void reach_error(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
    if (pthread_mutex_lock(&m) != 0 || pthread_mutex_unlock(&m) != 0) {
        reach_error();
    }
    return arg;
}

int main(void) {
    pthread_t t;
    int codes = 0;
    codes |= pthread_create(&t, NULL, worker, NULL);
    codes |= pthread_mutex_trylock(&m);
    if (codes != 0) {
        reach_error();
    }
    return 0;
}
