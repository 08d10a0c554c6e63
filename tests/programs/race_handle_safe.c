// expect: true
// what: nobody reads the handle that pthread_create writes
// args: --property no-data-race
#include <pthread.h>

static pthread_t handle;
static int seen;

static void *worker(void *arg) {
    
    return arg;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, worker, NULL);
    pthread_create(&handle, NULL, worker, NULL);
    pthread_join(other, NULL);
    pthread_join(handle, NULL);
    return 0;
}
