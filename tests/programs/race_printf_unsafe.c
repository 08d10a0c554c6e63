// expect: false(no-data-race)
// what: an argument of printf is an access
// args: --property no-data-race
#include <pthread.h>

#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *worker(void *arg) {
    
    printf("%d\n", x);
    
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
