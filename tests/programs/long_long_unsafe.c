// expect: false(unreach-call)
// what: the product is computed in unsigned int and wraps to 0 before it is widened
#include <assert.h>
#include <pthread.h>

unsigned int side = 65536;
unsigned long long area;
long long big;

void *multiply(void *arg) {
    area = side * side;
    big = -(1LL << 40);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, multiply, NULL);
    pthread_join(t, NULL);
    assert(big >> 38 == -4);
    assert(area == 4294967296ull);
    return 0;
}
