// expect: true
// what: an inner variable hides the global of the same name, so the worker changes its own one
#include <assert.h>
#include <pthread.h>

int value = 1;

void *worker(void *arg) {
    int value = 5;
    {
        int arg = 2;
        value += arg;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(value == 1);
    pthread_join(t, NULL);
    return 0;
}
