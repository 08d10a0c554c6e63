// expect: true
// args: --property valid-deref
// what: who waits for the thread keeps the variable for it
#include <pthread.h>

static void *count(void *argument) {
    ++*(int *)argument;
    return 0;
}

static void start(pthread_t *thread) {
    int local = 0;
    pthread_create(thread, 0, count, &local);
    pthread_join(*thread, 0);
}

int main(void) {
    pthread_t thread;
    start(&thread);
    return 0;
}
