// expect: true
// what: with LP64 a long has 64 bits and unsigned long does not wrap at 2^32
// args: --data-model LP64
#include <assert.h>
#include <pthread.h>

unsigned long count = 4294967295ul;

void *bump(void *arg) {
    count = count + 1;
    return arg;
}

int main(void) {
    pthread_t t;
    assert(sizeof(long) == 8 && sizeof(void *) == 8);
    pthread_create(&t, NULL, bump, NULL);
    pthread_join(t, NULL);
    assert(count > 4294967295ul);
    return 0;
}
