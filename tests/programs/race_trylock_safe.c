// expect: true
// what: who gets the lock goes on
// args: --property no-data-race
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
    if (pthread_mutex_trylock(&m) == 0) {
        x++;
        pthread_mutex_unlock(&m);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return x;
}
