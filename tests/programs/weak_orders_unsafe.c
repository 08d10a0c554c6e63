// expect: false(unreach-call)
// what: the fourth thread does not wait for the write of the third: x = 2 is seen before y = 1 comes
#include <assert.h>
#include <pthread.h>

int x, y, a, b, c, d, p, q, r, s;

void *first(void *arg) {
    x = 1;
    a = 1;
    if (b == 1 && y == 1) p = 1;
    return arg;
}

void *second(void *arg) {
    x = 2;
    b = 1;
    if (a == 1 && y == 2) q = 1;
    return arg;
}

void *third(void *arg) {
    y = 1;
    c = 1;
    if (d == 1 && x == 1) r = 1;
    return arg;
}

void *fourth(void *arg) {
    y = 2;
    d = 1;
    if (x == 2) s = 1;
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3, t4;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_create(&t3, NULL, third, NULL);
    pthread_create(&t4, NULL, fourth, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    pthread_join(t4, NULL);
    assert(!(p && q && r && s));
    return 0;
}
