// expect: true
// args: --property valid-memcleanup
// what: the program ends with its last thread; abort is a failure, which cleans up nothing
#include <pthread.h>
#include <stdlib.h>

static int *box;

static void *drop(void *unused) {
    free(box);
    return unused;
}

int main(void) {
    pthread_t thread;
    box = malloc(sizeof *box);
    if (!box) abort();
    pthread_create(&thread, 0, drop, 0);
    pthread_exit(0);
}
