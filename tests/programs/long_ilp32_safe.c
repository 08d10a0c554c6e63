// expect: true
// what: with ILP32 a long has 32 bits and unsigned long wraps at 2^32
// args: --data-model ILP32
#include <assert.h>
#include <pthread.h>

unsigned long count = 4294967295ul;

void *bump(void *arg) {
    count = count + 1;
    return arg;
}

int main(void) {
    pthread_t t;
    assert(sizeof(long) == 4 && sizeof(void *) == 4);
    pthread_create(&t, NULL, bump, NULL);
    pthread_join(t, NULL);
    assert(count == 0);
    return 0;
}
