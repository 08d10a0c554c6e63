// expect: false(unreach-call)
// what: the thread runs before main returns and sees the store that main has made before
#include <pthread.h>

extern void reach_error(void);

int x;

void *worker(void *arg) {
    if (x == 2) {
        reach_error();
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    x = 1;
    x++;
    return 0;
}
