// expect: false(unreach-call)
// what: the producer does not wait until the place is empty; item 2 replaces item 1
#include <assert.h>
#include <pthread.h>

int full, place;

void *producer(void *arg) {
    for (int item = 1; item <= 2; item++) {
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
