// expect: true
// what: an argument of printf is read inside of the lock
// args: --property no-data-race
#include <pthread.h>

#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    printf("%d\n", x);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
