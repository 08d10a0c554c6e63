// expect: false(no-deadlock)
// what: main takes the semaphore before the mutex, the worker after it: each waits for the other
// args: --property deadlock
// analysis: value predicate+value order impact
#include <pthread.h>
#include <semaphore.h>

extern void __VERIFIER_assume(int);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
sem_t places;
int used;

void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    sem_wait(&places);
    pthread_rwlock_rdlock(&table);
    used++;
    pthread_rwlock_unlock(&table);
    sem_post(&places);
    pthread_mutex_unlock(&lock);
    __VERIFIER_assume(used == 2);
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&places, 0, 1);
    pthread_create(&t, NULL, worker, NULL);
    sem_wait(&places);
    pthread_mutex_lock(&lock);
    pthread_rwlock_wrlock(&table);
    used++;
    pthread_rwlock_unlock(&table);
    sem_post(&places);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
