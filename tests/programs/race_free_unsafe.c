// expect: false(no-data-race)
// what: main frees the object while the thread, which holds the lock, may read it
// args: --property no-data-race
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *box;

static void *reader(void *arg) {
    pthread_mutex_lock(&m);
    int *seen = box, value = seen ? *seen : 0;
    pthread_mutex_unlock(&m);
    return arg + value;
}

int main(void) {
    pthread_t t;
    box = malloc(sizeof *box);
    *box = 1;
    pthread_create(&t, NULL, reader, NULL);
    int *old = box;
    free(old);
    pthread_join(t, NULL);
    return 0;
}
