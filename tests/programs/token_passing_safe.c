// expect: true
// what: a token goes round two threads; only its holder changes the sum
#include <assert.h>
#include <pthread.h>

int token, sum;

static void work(int me, int amount) {
    int old;
    while (token != me) {
    }
    old = sum;
    sum = old + amount;
    token = 1 - me;
}

void *worker(void *arg) {
    work(1, 2);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    work(0, 1);
    pthread_join(t, NULL);
    assert(sum == 3);
    return 0;
}
