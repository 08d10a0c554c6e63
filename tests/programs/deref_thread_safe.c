// expect: true
// args: --property valid-deref
// what: a static variable outlives the thread
#include <pthread.h>

static int *result;

static void *work(void *unused) {
    static int own = 1;
    result = &own;
    pthread_exit(unused);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return *result - 1;
}
