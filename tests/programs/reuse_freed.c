// expect: unknown equality of addresses that depends on where objects lie
// what: malloc may give main the memory that the thread has freed: the old address is that of the new object, or not
// analysis: value predicate predicate+value bmc
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *shared;

static void *worker(void *arg) {
    free(shared);
    return arg;
}

int main(void) {
    pthread_t thread;
    int *old = shared = malloc(sizeof *shared);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    int *next = malloc(sizeof *next);
    assert(next != old);
    return 0;
}
