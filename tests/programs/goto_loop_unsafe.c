// expect: false(unreach-call)
// what: the jump back to start comes after one round was counted already: 3 rounds in all
#include <assert.h>
#include <pthread.h>

int rounds;

void *worker(void *arg) {
    int i = 0;
    int again = 1;
start:
    i = 0;
next:
    rounds++;
    if (again) {
        again = 0;
        goto start;
    }
    i++;
    if (i < 2) {
        goto next;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(rounds == 2);
    return 0;
}
