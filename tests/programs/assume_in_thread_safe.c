// expect: true
// what: the worker goes on only if it saw the flag, and then it sees the data too
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
    data = 42;
    flag = 1;
    pthread_join(t, NULL);
    return 0;
}
