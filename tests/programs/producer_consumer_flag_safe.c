// expect: true
// what: a one-place buffer handed over by a flag: producer and consumer wait for each other
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>

int full, place;

void *producer(void *arg) {
    for (int item = 1; item <= 2; item++) {
        while (full) {
        }
        place = item;
        full = 1;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    int item;
    pthread_create(&t, NULL, producer, NULL);
    for (int expected = 1; expected <= 2; expected++) {
        while (!full) {
        }
        item = place;
        full = 0;
        assert(item == expected);
    }
    return 0;
}
