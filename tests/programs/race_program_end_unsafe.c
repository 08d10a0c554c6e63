// expect: false(no-data-race)
// what: the end of the program does not hide that two threads write before it
// args: --property no-data-race
#include <pthread.h>

static int x;

static void *worker(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_create(&t, NULL, worker, NULL);
    return 0;
}
