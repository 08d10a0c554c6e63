// expect: true
// what: threads that only read do not race
// args: --property no-data-race
#include <pthread.h>

static int x = 1;

static void *worker(void *arg) {
    int now = x;
    
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
