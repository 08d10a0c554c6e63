// expect: false(valid-deref)
// args: --property valid-deref
// what: the variables of a thread end with it
#include <pthread.h>

static int *result;

static void *work(void *unused) {
    int own = 1;
    result = &own;
    pthread_exit(unused);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return *result - 1;
}
