// expect: false(no-thread-misuse)
// what: the mutex on the heap was never initialised
// args: --property no-thread-misuse
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t m;
    int balance;
};

int main(void) {
    pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
    struct account *a = malloc(sizeof *a);

    pthread_mutex_lock(&n);
    pthread_mutex_lock(&a->m);
    a->balance = 1;
    pthread_mutex_unlock(&a->m);
    pthread_mutex_unlock(&n);
    free(a);
    return 0;
}
