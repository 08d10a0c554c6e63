// expect: false(unreach-call)
// what: the writer itself goes backwards, so the second read may be the smaller one
#include <assert.h>
#include <pthread.h>

int x;

void *writer(void *arg) {
    x = 2;
    x = 1;
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
