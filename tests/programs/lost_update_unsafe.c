// expect: false(unreach-call)
// what: both threads load x as 0 and store 1: x++ is a load and a store, not one step
#include <pthread.h>

extern void reach_error(void);

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg) {
    x++;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, worker, NULL);
    pthread_create(&t2, NULL, worker, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    if (x != 2) {
        reach_error();
    }
    return 0;
}
