// expect: unknown join of something that is not a joinable thread
// what: rounds that create write over the handles of others, which nobody joins
// args: --property no-data-race
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i % 2], NULL, worker, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i % 2], NULL);
    return x;
}
