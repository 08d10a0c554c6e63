// expect: false(unreach-call)
// what: the join of the first round is missing, and the two threads lose an update
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
        if (i > 0) {
            pthread_join(t[i], NULL);
        }
    }
    pthread_join(t[0], NULL);
    assert(counter == 3);
    return 0;
}
