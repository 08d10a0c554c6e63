// expect: false(unreach-call)
// what: -7 / 2 is -3 while -7 >> 1 is -4, so halving by a shift gives another number
#include <assert.h>
#include <pthread.h>

int value = -7;
int quotient, rest, half;
unsigned int huge;

void *divide(void *arg) {
    quotient = value / 2;
    rest = value % 2;
    half = value >> 1;
    huge = (unsigned int)value / 2;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, divide, NULL);
    pthread_join(t, NULL);
    assert(rest == -1);
    assert(huge == 2147483644u);
    assert(quotient == half);
    return 0;
}
