// expect: true
// what: a function that aborts ends the whole program, so the error behind it is not reached
#include <pthread.h>
#include <stdlib.h>

extern void reach_error(void);

int ready;

static void abort_if_not(int condition) {
    if (!condition) {
        abort();
    }
}

void *writer(void *arg) {
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    abort_if_not(ready == 1);
    if (ready != 1) {
        reach_error();
    }
    return 0;
}
