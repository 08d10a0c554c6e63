// expect: false(unreach-call)
// what: (unsigned char)256 is 0 although (_Bool)256 is 1
#include <assert.h>
#include <pthread.h>

_Bool b;
unsigned char c = 1;
int source;

void *store(void *arg) {
    source = 256;
    b = source;
    c = source;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, store, NULL);
    pthread_join(t, NULL);
    assert(b == 1);
    b = b + b;
    assert(b == 1);
    assert(c == b);
    return 0;
}
