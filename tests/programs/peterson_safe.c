// expect: true
// what: Peterson's algorithm: announce, give the turn away, wait while the other wants and has it
#include <assert.h>
#include <pthread.h>

int flag[2], turn, inside;

void *first(void *arg) {
    flag[0] = 1;
    turn = 1;
    while (flag[1] == 1 && turn == 1) {
    }
    inside = 1;
    assert(inside == 1);
    flag[0] = 0;
    return arg;
}

void *second(void *arg) {
    flag[1] = 1;
    turn = 0;
    while (flag[0] == 1 && turn == 0) {
    }
    inside = 2;
    assert(inside == 2);
    flag[1] = 0;
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
