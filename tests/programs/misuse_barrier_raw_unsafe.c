// expect: false(no-thread-misuse)
// what: nobody initialises the barrier
// args: --property no-thread-misuse
#include <pthread.h>

pthread_barrier_t b;

int main(void) {

    pthread_barrier_wait(&b);
    return 0;
}
