// expect: false(valid-deref)
// what: without a property, an invalid access that a run meets is a failure of the program
// analysis: value predicate+value
#include <assert.h>
#include <pthread.h>

static int value, *shared;

static void *clear(void *unused) {
    shared = 0;
    return unused;
}

int main(void) {
    pthread_t thread;
    shared = &value;
    pthread_create(&thread, 0, clear, 0);
    if (shared) *shared = 1;
    pthread_join(thread, 0);
    assert(value < 2);
    return 0;
}
