// expect: true
// what: no deadlock: the condition is tested under the lock, a broadcast wakes both; timed waits end by themselves
// args: --property deadlock
// analysis: value predicate+value impact
#include <pthread.h>
#include <time.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER, never = PTHREAD_COND_INITIALIZER;
int is_ready;

void *waiter(void *arg) {
    pthread_mutex_lock(&lock);
    while (!is_ready) pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    struct timespec soon = {0, 0};
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    pthread_cond_timedwait(&never, &lock, &soon);
    is_ready = 1;
    pthread_cond_broadcast(&ready);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
