// expect: false(unreach-call)
// what: odd(1) holds, so the thread calls the error function at the end of the recursion
#include <pthread.h>

extern void reach_error(void);

static int odd(int n);

static int even(int n) {
    return n == 0 ? 1 : odd(n - 1);
}

static int odd(int n) {
    return n == 0 ? 0 : even(n - 1);
}

int number = 1;

void *worker(void *arg) {
    if (odd(number)) {
        reach_error();
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    if (!even(2)) {
        reach_error();
    }
    pthread_join(t, NULL);
    return 0;
}
