// expect: false(no-data-race)
// what: main writes when the thread has begun
// args: --property no-data-race
#include <pthread.h>

static int x;

static void *worker(void *arg) {
    return arg + x;
}

int main(void) {
    pthread_t t;
    
    pthread_create(&t, NULL, worker, NULL);
    x = 1;
    pthread_join(t, NULL);
    return 0;
}
