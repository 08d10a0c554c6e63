// expect: true
// what: a mutex is initialised again before it is used again
// args: --property no-thread-misuse
#include <pthread.h>

pthread_mutex_t m;

int main(void) {
    pthread_mutex_init(&m, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_destroy(&m);
    pthread_mutex_init(&m, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
