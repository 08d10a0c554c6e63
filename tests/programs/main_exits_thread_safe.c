// expect: true
// what: pthread_exit in main leaves the other threads running, and these keep the order
#include <assert.h>
#include <pthread.h>

int turn;

void *first(void *arg) {
    turn = 1;
    return arg;
}

void *second(void *arg) {
    int seen = turn;
    assert(seen == 0 || seen == 1);
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_exit(NULL);
}
