// expect: true
// what: the object has one owner at a time
// args: --property no-data-race
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *box;

static void *giver(void *arg) {
    int *fresh = malloc(sizeof *fresh);
    *fresh = 1;
    pthread_mutex_lock(&m);
    box = fresh;
    pthread_mutex_unlock(&m);
    
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, giver, NULL);
    pthread_mutex_lock(&m);
    int *taken = box;
    box = NULL;
    pthread_mutex_unlock(&m);
    if (taken) *taken = 2;
    pthread_join(t, NULL);
    return 0;
}
