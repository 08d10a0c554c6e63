// expect: false(unreach-call)
// what: the unsigned shift fills with zeros: 0xfffffff0u >> 2 is 0x3ffffffc, not -4
#include <assert.h>
#include <pthread.h>

int s = -16;
unsigned int u = 0xfffffff0u;
unsigned int top;

void *shift(void *arg) {
    s >>= 2;
    u >>= 2;
    top = 1u << 31;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, shift, NULL);
    pthread_join(t, NULL);
    assert(s == -4);
    assert(u == (unsigned int)-4);
    assert(top == 2147483648u && top >> 31 == 1);
    return 0;
}
