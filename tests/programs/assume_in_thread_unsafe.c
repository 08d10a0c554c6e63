// expect: false(unreach-call)
// what: flag and data are stored in the wrong order, so the flag is seen without the data
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

int flag, data;

void *reader(void *arg) {
    __VERIFIER_assume(flag);
    assert(data == 42);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    flag = 1;
    data = 42;
    pthread_join(t, NULL);
    return 0;
}
