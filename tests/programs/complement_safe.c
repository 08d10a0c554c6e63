// expect: true
// what: ~ of an unsigned char works on the promoted int; storing it back keeps the low byte
#include <assert.h>
#include <pthread.h>

unsigned char mask = 0x0f, inverse;
int wide, truth;

void *worker(void *arg) {
    inverse = ~mask;
    wide = ~mask;
    truth = !mask;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(inverse == 0xf0 && truth == 0);
    assert(wide == -16);
    assert(-(unsigned int)mask == 4294967281u);
    return 0;
}
