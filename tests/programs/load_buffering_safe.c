// expect: true
// what: litmus LB: under sequential consistency not both threads read what the other stores later
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

void *left(void *arg) {
    r1 = x;
    y = 1;
    return arg;
}

void *right(void *arg) {
    r2 = y;
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, left, NULL);
    pthread_create(&t2, NULL, right, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 1 && r2 == 1));
    return 0;
}
