// expect: true
// args: --property valid-memcleanup
// what: the thread frees the memory before the program ends
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
    pthread_create(&thread, 0, drop, 0);
    pthread_join(thread, 0);
    return 0;
}
