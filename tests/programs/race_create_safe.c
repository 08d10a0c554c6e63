// expect: true
// what: main writes before there is a thread that reads
// args: --property no-data-race
#include <pthread.h>

static int x;

static void *worker(void *arg) {
    return arg + x;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, NULL, worker, NULL);
    
    pthread_join(t, NULL);
    return 0;
}
