// expect: false(no-thread-misuse)
// what: the barrier is destroyed while the thread may wait at it
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

    pthread_barrier_destroy(&b);
    return 0;
}
