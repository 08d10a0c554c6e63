// expect: false(unreach-call)
// what: the common type of int and unsigned is unsigned, so -1 becomes 4294967295
#include <assert.h>
#include <pthread.h>

int minus = -1, pick = 1;
unsigned int other = 0;
long long result;

void *worker(void *arg) {
    result = pick ? minus : other;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(result < 0);
    return 0;
}
