// expect: false(valid-memcleanup)
// args: --property valid-memcleanup
// what: the last thread ends the program by exit
#include <pthread.h>
#include <stdlib.h>

static int *box;

static void *drop(void *unused) {
    exit(0);
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
