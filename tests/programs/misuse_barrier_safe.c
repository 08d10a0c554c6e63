// expect: true
// what: the barrier is destroyed after both have passed it
// args: --property no-thread-misuse
#include <pthread.h>

pthread_barrier_t b;

void *work(void *arg) {
    pthread_barrier_wait(&b);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, work, NULL);
    pthread_barrier_wait(&b);
    pthread_barrier_destroy(&b);
    return 0;
}
