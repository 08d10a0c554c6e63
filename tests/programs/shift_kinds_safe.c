// expect: true
// what: right shift of a negative int keeps the sign, of the same unsigned bits it does not
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
    assert(u == 0x3ffffffcu);
    assert(top == 2147483648u && top >> 31 == 1);
    return 0;
}
