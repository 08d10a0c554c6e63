// expect: false(unreach-call)
// what: main reads START, then the worker goes on to DONE, so the second read skips WORK
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
    if (first == START && second != START) {
        assert(second == WORK);
    }
    return 0;
}
