// expect: true
// what: plain char is signed on the modelled machines, so 0x80 stored in it is -128
#include <assert.h>
#include <pthread.h>

char plain;
signed char with;
unsigned char without;

void *store(void *arg) {
    plain = (char)0x80;
    with = plain;
    without = plain;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, store, NULL);
    pthread_join(t, NULL);
    assert(with == -128 && without == 128);
    assert(plain == with);
    return 0;
}
