// expect: false(valid-deref)
// args: --property valid-deref
// what: the function returns before the thread uses its variable
#include <pthread.h>

static void *count(void *argument) {
    ++*(int *)argument;
    return 0;
}

static void start(pthread_t *thread) {
    int local = 0;
    pthread_create(thread, 0, count, &local);
}

int main(void) {
    pthread_t thread;
    start(&thread);
    pthread_join(thread, 0);
    return 0;
}
