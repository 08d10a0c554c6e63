// expect: true
// what: two threads write the elements p and p+1 modulo 4 of an array, p an input: what one wrote stays
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

unsigned pin;
unsigned char shadow[4];
const int offset[4] = {0, 4, 8, 10};
unsigned base;

void *set(void *unused) {
    unsigned port = pin >> 3;
    int value = __VERIFIER_nondet_uint() & 127;
    shadow[port] = value;
    assert(shadow[port] == value);
    return NULL;
}

void *other(void *unused) {
    unsigned port = ((pin >> 3) + 1) & 3;
    shadow[port] = 128 | port;
    assert(base + offset[port] >= base && offset[port] <= 10);
    return NULL;
}

int main(void) {
    pthread_t first, second;
    pin = __VERIFIER_nondet_uint();
    if (pin >= 32) return 0;
    base = __VERIFIER_nondet_uint() & 255;
    pthread_create(&first, NULL, set, NULL);
    pthread_create(&second, NULL, other, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
