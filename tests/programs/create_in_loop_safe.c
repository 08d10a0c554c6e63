// expect: true
// what: threads are created and joined in loops, with their handles in an array
// analysis: value predicate+value bmc
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
    for (int i = 0; i < THREADS; i++) {
        pthread_join(t[i], NULL);
    }
    assert(sum == 6);
    return 0;
}
