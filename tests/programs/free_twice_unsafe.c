// expect: false(valid-free)
// args: --property valid-free
// what: both threads take the pointer before one of them sets it to null
#include <pthread.h>
#include <stdlib.h>

static int *box;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *drop(void *unused) {
    int *mine = box;
    box = 0;
    free(mine);
    return unused;
}

int main(void) {
    pthread_t thread;
    box = malloc(sizeof *box);
    pthread_create(&thread, 0, drop, 0);
    drop(0);
    pthread_join(thread, 0);
    return 0;
}
