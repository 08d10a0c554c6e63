// expect: true
// what: litmus IRIW: two readers see two independent stores in one common order
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2, r3, r4;

void *write_x(void *arg) {
    x = 1;
    return arg;
}

void *read_xy(void *arg) {
    r1 = x;
    r2 = y;
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
