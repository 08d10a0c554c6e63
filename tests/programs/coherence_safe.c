// expect: true
// what: two reads of one variable never go backwards
#include <assert.h>
#include <pthread.h>

int x;

void *writer(void *arg) {
    x = 1;
    x = 2;
    return arg;
}

int main(void) {
    pthread_t t;
    int r1, r2;
    pthread_create(&t, NULL, writer, NULL);
    r1 = x;
    r2 = x;
    assert(r1 <= r2);
    return 0;
}
