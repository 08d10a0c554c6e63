// expect: false(valid-deref)
// args: --property valid-deref
// what: the memory is freed while the thread may still use it
#include <pthread.h>
#include <stdlib.h>

static int *box;

static void *fill(void *unused) {
    *box = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    box = malloc(sizeof *box);
    pthread_create(&thread, 0, fill, 0);
    free(box);
    pthread_join(thread, 0);
    return 0;
}
