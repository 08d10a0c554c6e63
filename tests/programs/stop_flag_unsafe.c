// expect: false(unreach-call)
// what: the worker tests the flag before it works, and main sets it in between: one step too many
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
    assert(steps <= seen);
    return 0;
}
