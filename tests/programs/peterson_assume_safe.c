// expect: true
// what: Peterson's algorithm where the wait is an assumption on one read of each variable
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

int flag1, flag2, turn, inside;

void *first(void *arg) {
    flag1 = 1;
    turn = 2;
    int other = flag2;
    int whose = turn;
    __VERIFIER_assume(other == 0 || whose == 1);
    inside = 1;
    assert(inside == 1);
    flag1 = 0;
    return arg;
}

void *second(void *arg) {
    flag2 = 1;
    turn = 1;
    int other = flag1;
    int whose = turn;
    __VERIFIER_assume(other == 0 || whose == 2);
    inside = 2;
    assert(inside == 2);
    flag2 = 0;
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
