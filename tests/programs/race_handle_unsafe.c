// expect: false(no-data-race)
// what: the first thread reads the handle while main writes it with pthread_create
// args: --property no-data-race
#include <pthread.h>

static pthread_t handle;
static int seen;

static void *worker(void *arg) {
    seen = handle != 0;
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
