// expect: false(unreach-call)
// what: look first, then announce: both look before one of them announces, both enter
#include <assert.h>
#include <pthread.h>

int flag1, flag2, inside;

void *first(void *arg) {
    int other;
    other = flag2;
    flag1 = 1;
    if (!other) {
        inside = 1;
        assert(inside == 1);
    }
    return arg;
}

void *second(void *arg) {
    int other;
    other = flag1;
    flag2 = 1;
    if (!other) {
        inside = 2;
        assert(inside == 2);
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
