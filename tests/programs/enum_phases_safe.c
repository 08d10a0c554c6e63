// expect: true
// what: an enum moves through its phases in order, so a later read is never an earlier phase
#include <assert.h>
#include <pthread.h>

enum phase { START, WORK = 5, DONE };
enum phase phase = START;

void *worker(void *arg) {
    phase = WORK;
    phase = DONE;
    return arg;
}

int main(void) {
    pthread_t t;
    enum phase first, second;
    pthread_create(&t, NULL, worker, NULL);
    first = phase;
    second = phase;
    assert(DONE == 6);
    assert(first <= second);
    return 0;
}
