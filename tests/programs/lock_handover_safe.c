// expect: true
// what: main holds the lock from before the creation on, so the worker sees the finished data
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
    pthread_mutex_lock(&gate);
    pthread_create(&t, NULL, worker, NULL);
    ready = 1;
    pthread_mutex_unlock(&gate);
    pthread_join(t, NULL);
    return 0;
}
