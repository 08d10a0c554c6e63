// expect: true
// what: main returns while the thread waits for a store that main never makes
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
    if (x == 2) {
        x = 3;
    }
    return 0;
}
