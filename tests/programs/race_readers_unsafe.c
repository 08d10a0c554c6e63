// expect: false(no-data-race)
// what: they write what was there, which is a race all the same
// args: --property no-data-race
#include <pthread.h>

static int x = 1;

static void *worker(void *arg) {
    int now = x;
    x = now;
    return arg + now;
}

int main(void) {
    pthread_t a, b;
    x = 2;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    x = 3;
    return x;
}
