// expect: true
// what: each round creates one thread and joins it before the next, so nothing runs at once
#include <assert.h>
#include <pthread.h>

int counter;

void *worker(void *arg) {
    int old = counter;
    counter = old + 1;
    return arg;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) {
        pthread_create(&t[i], NULL, worker, NULL);
        pthread_join(t[i], NULL);
    }
    assert(counter == 3);
    return 0;
}
