// expect: true
// what: case 1 has no break and runs into case 2; the default in the middle is not taken
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
    assert(total == 11);
    return 0;
}
