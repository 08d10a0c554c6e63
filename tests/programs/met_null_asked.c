// expect: unknown NULL dereference at tests/programs/met_null_asked.c:19 in thread main, see --property valid-deref
// args: --property assertions
// what: a property means what it says; the invalid access forbids the proof, and is named
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
