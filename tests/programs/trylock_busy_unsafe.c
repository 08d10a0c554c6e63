// expect: false(unreach-call)
// what: the creator releases before, so trylock may succeed as well
#include <pthread.h>

extern void reach_error(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
    if (pthread_mutex_trylock(&m) == 0) {
        reach_error();
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
