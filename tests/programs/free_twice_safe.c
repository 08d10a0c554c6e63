// expect: true
// args: --property valid-free
// what: who takes the pointer leaves null, which may be freed
#include <pthread.h>
#include <stdlib.h>

static int *box;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *drop(void *unused) {
    pthread_mutex_lock(&lock);
    int *mine = box;
    box = 0;
    pthread_mutex_unlock(&lock);
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
