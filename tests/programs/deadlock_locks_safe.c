// expect: true
// what: no deadlock: mutex before semaphore everywhere, the lock is free at the join, and a failing assumption is none
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
    pthread_mutex_lock(&lock);
    sem_wait(&places);
    pthread_rwlock_wrlock(&table);
    used++;
    pthread_rwlock_unlock(&table);
    sem_post(&places);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
