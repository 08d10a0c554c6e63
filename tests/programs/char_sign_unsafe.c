// expect: false(unreach-call)
// what: the char read back is -128 and not the 128 that was stored
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
    assert(plain == without);
    return 0;
}
