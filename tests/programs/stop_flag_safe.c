// expect: true
// what: a worker runs until the stop flag is set and reports how far it came, at most twice
#include <assert.h>
#include <pthread.h>

int stop, steps;

void *worker(void *arg) {
    for (int i = 0; i < 2; i++) {
        if (stop) {
            break;
        }
        steps++;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    int seen;
    pthread_create(&t, NULL, worker, NULL);
    stop = 1;
    seen = steps;
    pthread_join(t, NULL);
    assert(steps <= 2 && seen <= steps);
    return 0;
}
