// expect: true
// what: the barrier is initialised
// args: --property no-thread-misuse
#include <pthread.h>

pthread_barrier_t b;

int main(void) {
    pthread_barrier_init(&b, NULL, 1);
    pthread_barrier_wait(&b);
    return 0;
}
