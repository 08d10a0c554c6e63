// expect: true
// what: a thread may end with a mutex, and the next one finds it locked
// args: --property no-thread-misuse
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *arg) {
    pthread_mutex_lock(&m);
    return NULL;
}

void *second(void *arg) {
    if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, first, NULL);
    pthread_join(t, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(t, NULL);
    return 0;
}
