// expect: false(unreach-call)
// what: main stores after the creation; the new thread may read before
#include <assert.h>
#include <pthread.h>

pthread_t handle;
int config;

void *worker(void *arg) {
    assert(config == 1);
    return arg;
}

int main(void) {
    pthread_create(&handle, NULL, worker, NULL);
    config = 1;
    pthread_join(handle, NULL);
    return 0;
}
