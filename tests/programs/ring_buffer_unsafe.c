// expect: false(unreach-call)
// what: the producer publishes the new end before it has stored the item
#include <assert.h>
#include <pthread.h>

int ring[2];
unsigned int head, tail;

void *producer(void *arg) {
    for (int item = 1; item <= 2; item++) {
        unsigned int end = tail;
        if (end - head < 2) {
            tail = end + 1;
            ring[end % 2] = item;
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
