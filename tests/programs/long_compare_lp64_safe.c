// expect: true
// what: with LP64 a long can hold every unsigned int, so -1 < 1u holds for a long
// args: --data-model LP64
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
