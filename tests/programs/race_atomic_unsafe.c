// expect: false(no-data-race)
// what: volatile is not atomic
// args: --property no-data-race
#include <pthread.h>
#include <stdatomic.h>

static volatile int x;

static void *worker(void *arg) {
    x++;
    x = x + 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    int seen = x;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return seen;
}
