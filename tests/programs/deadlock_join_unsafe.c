// expect: false(no-deadlock)
// what: main waits for the end of the worker with the lock in its hands, if the worker does not come first
// args: --property deadlock
// analysis: value predicate+value order impact
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t done;

void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    sem_post(&done);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    pthread_join(t, NULL);
    pthread_mutex_unlock(&lock);
    return 0;
}
