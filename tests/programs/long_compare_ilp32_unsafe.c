// expect: false(unreach-call)
// what: with ILP32 long and unsigned int meet in unsigned long, where -1 is the largest value
// args: --data-model ILP32
#include <assert.h>
#include <pthread.h>

long n;
unsigned int one = 1;

void *set(void *arg) {
    n = -1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    pthread_join(t, NULL);
    assert(n < one);
    return 0;
}
