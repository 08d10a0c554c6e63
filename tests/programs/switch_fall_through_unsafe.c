// expect: false(unreach-call)
// what: case 1 has no break and falls into case 2, so a command of 1 adds 11
#include <assert.h>
#include <pthread.h>

int command, total;

void *worker(void *arg) {
    switch (command) {
    case 0: total = 100; break;
    default: total = 50; break;
    case 1: total += 1;
    case 2: total += 10;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    command = 1;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(total == 1);
    return 0;
}
