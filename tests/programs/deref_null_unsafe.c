// expect: false(valid-deref)
// args: --property valid-deref
// what: the other thread sets the pointer to null between the test and the access
#include <pthread.h>

static int value = 3, *shared;

static void *clear(void *unused) {
    shared = 0;
    return unused;
}

int main(void) {
    pthread_t thread;
    int sum = 0;
    shared = &value;
    pthread_create(&thread, 0, clear, 0);
    if (shared) sum += *shared;
    pthread_join(thread, 0);
    return sum;
}
