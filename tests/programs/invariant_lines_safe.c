// expect: true
// what: statements on several lines, whose parts are executed in another order than they stand; what a
// witness says of a line must hold where the line begins
#include <assert.h>
#include <pthread.h>

int a, b, turns;

static int next(int *p) {
    return ++*p;
}

void *worker(void *arg) {
    int seen;
    do {
        seen =
            next(&a) +
            next(&b);
        turns++;
    } while (seen < 4);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(a == 2 && b == 2 &&
           turns == 2);
    return 0;
}
