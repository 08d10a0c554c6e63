// expect: true
// what: a loop made of backward gotos runs twice
#include <assert.h>
#include <pthread.h>

int rounds;

void *worker(void *arg) {
    int i = 0;
next:
    rounds++;
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
