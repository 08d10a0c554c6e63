// expect: false(unreach-call)
// what: the joining loop starts at 1, so thread 0 may not have added its part yet
#include <assert.h>
#include <pthread.h>

#define THREADS 3

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum;

void *worker(void *arg) {
    pthread_mutex_lock(&m);
    sum += (int)(long)arg;
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&t[i], NULL, worker, (void *)(long)(i + 1));
    }
    for (int i = 1; i < THREADS; i++) {
        pthread_join(t[i], NULL);
    }
    assert(sum == 6);
    return 0;
}
