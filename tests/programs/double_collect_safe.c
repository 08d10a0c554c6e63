// expect: true
// what: two equal collects of values that only grow are a true snapshot: a was stored before b
#include <assert.h>
#include <pthread.h>

int a, b;

void *writer(void *arg) {
    a = 1;
    b = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    int a1, b1, a2, b2;
    pthread_create(&t, NULL, writer, NULL);
    a1 = a;
    b1 = b;
    a2 = a;
    b2 = b;
    if (a1 == a2 && b1 == b2) {
        assert(!(a1 == 0 && b1 == 1));
    }
    return 0;
}
