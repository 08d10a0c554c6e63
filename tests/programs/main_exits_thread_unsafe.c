// expect: false(unreach-call)
// what: after main's pthread_exit the workers still run; worker 2 comes before worker 1
#include <assert.h>
#include <pthread.h>

int turn;

void *first(void *arg) {
    turn = 1;
    return arg;
}

void *second(void *arg) {
    assert(turn == 1);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_exit(NULL);
}
