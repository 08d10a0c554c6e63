// expect: false(unreach-call)
// what: the token is passed on before the sum is stored, and the other thread reads the old sum
#include <assert.h>
#include <pthread.h>

int token, sum;

static void work(int me, int amount) {
    int old;
    while (token != me) {
    }
    old = sum;
    token = 1 - me;
    sum = old + amount;
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
