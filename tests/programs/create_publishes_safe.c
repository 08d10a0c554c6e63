// expect: true
// what: what main stored before the creation is seen by the new thread; the handle is global
#include <assert.h>
#include <pthread.h>

pthread_t handle;
int config;

void *worker(void *arg) {
    assert(config == 1);
    return arg;
}

int main(void) {
    config = 1;
    pthread_create(&handle, NULL, worker, NULL);
    pthread_join(handle, NULL);
    return 0;
}
