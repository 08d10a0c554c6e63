// expect: true
// what: Burns' one-bit algorithm for two threads: the second one gives way to the first
#include <assert.h>
#include <pthread.h>

int bit0, bit1, inside;

void *first(void *arg) {
    bit0 = 1;
    while (bit1) {
    }
    inside = 0;
    assert(inside == 0);
    bit0 = 0;
    return arg;
}

void *second(void *arg) {
again:
    bit1 = 0;
    while (bit0) {
    }
    bit1 = 1;
    if (bit0) {
        goto again;
    }
    inside = 1;
    assert(inside == 1);
    bit1 = 0;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
