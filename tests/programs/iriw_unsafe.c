// expect: false(unreach-call)
// what: litmus IRIW where one reader reads in the other order: no common order is implied
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2, r3, r4;

void *write_x(void *arg) {
    x = 1;
    return arg;
}

void *read_xy(void *arg) {
    r2 = y;
    r1 = x;
    return arg;
}

void *read_yx(void *arg) {
    r3 = y;
    r4 = x;
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, NULL, write_x, NULL);
    pthread_create(&t2, NULL, read_xy, NULL);
    pthread_create(&t3, NULL, read_yx, NULL);
    y = 1;
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
    return 0;
}
