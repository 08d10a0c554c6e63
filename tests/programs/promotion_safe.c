// expect: true
// what: unsigned char operands are promoted to int, so their sum does not wrap until it is stored
#include <assert.h>
#include <pthread.h>

unsigned char a = 200, b = 100, c;
int wide;

void *add(void *arg) {
    wide = a + b;
    c = a + b;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    pthread_join(t, NULL);
    assert(wide == 300);
    assert(c == 44);
    return 0;
}
