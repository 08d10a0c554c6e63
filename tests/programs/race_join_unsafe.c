// expect: false(no-data-race)
// what: main reads before it waits for the thread
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
    
    int seen = x;
    pthread_join(t, NULL);
    return seen;
}
