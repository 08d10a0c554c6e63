// expect: false(unreach-call)
// what: main creates the worker before it takes the lock; the worker comes first
#include <assert.h>
#include <pthread.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
int ready;

void *worker(void *arg) {
    pthread_mutex_lock(&gate);
    assert(ready == 1);
    pthread_mutex_unlock(&gate);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&gate);
    ready = 1;
    pthread_mutex_unlock(&gate);
    pthread_join(t, NULL);
    return 0;
}
