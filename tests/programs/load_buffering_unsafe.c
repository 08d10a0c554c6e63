// expect: false(unreach-call)
// what: litmus LB with one thread storing first: both may read 1
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

void *left(void *arg) {
    r1 = x;
    y = 1;
    return arg;
}

void *right(void *arg) {
    x = 1;
    r2 = y;
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
