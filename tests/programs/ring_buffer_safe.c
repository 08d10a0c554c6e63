// expect: true
// what: a ring buffer of two places for one producer and one consumer, without any lock
// analysis: value predicate+value bmc
#include <assert.h>
#include <pthread.h>

int ring[2];
unsigned int head, tail;

void *producer(void *arg) {
    for (int item = 1; item <= 2; item++) {
        unsigned int end = tail;
        if (end - head < 2) {
            ring[end % 2] = item;
            tail = end + 1;
        }
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    for (int i = 0; i < 2; i++) {
        unsigned int begin = head;
        if (begin != tail) {
            int item = ring[begin % 2];
            assert(item == (int)begin + 1);
            head = begin + 1;
        }
    }
    return 0;
}
