// expect: false(unreach-call)
// what: ~0x0f is the int -16 and not 0xf0
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
    assert(wide == inverse);
    assert(-(unsigned int)mask == 4294967281u);
    return 0;
}
