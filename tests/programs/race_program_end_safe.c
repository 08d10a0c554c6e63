// expect: true
// what: main has nothing to do with x
// args: --property no-data-race
#include <pthread.h>

static int x;

static void *worker(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    
    return 0;
}
