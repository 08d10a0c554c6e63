// expect: false(unreach-call)
// what: with ILP32 the unsigned long wraps to 0, so it does not exceed its old value
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
    assert(count > 4294967295ul);
    return 0;
}
