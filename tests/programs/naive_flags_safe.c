// expect: true
// what: announce first, then look: at most one thread finds the other's flag down
#include <assert.h>
#include <pthread.h>

int flag1, flag2, inside;

void *first(void *arg) {
    int other;
    flag1 = 1;
    other = flag2;
    if (!other) {
        inside = 1;
        assert(inside == 1);
    }
    return arg;
}

void *second(void *arg) {
    int other;
    flag2 = 1;
    other = flag1;
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
