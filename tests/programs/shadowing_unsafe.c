// expect: false(unreach-call)
// what: the inner declaration is missing, so the worker changes the global before main reads it
#include <assert.h>
#include <pthread.h>

int value = 1;

void *worker(void *arg) {
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
