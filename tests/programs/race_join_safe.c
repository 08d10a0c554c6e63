// expect: true
// what: main reads when the thread has ended
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
    pthread_join(t, NULL);
    int seen = x;
    
    return seen;
}
