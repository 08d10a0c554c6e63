// expect: true
// what: a nondeterministic bool picks the thread that writes; exactly one of them does
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

_Bool first_writes, second_writes;
int writes;

void *first(void *arg) {
    if (first_writes) {
        writes++;
    }
    return arg;
}

void *second(void *arg) {
    if (second_writes) {
        writes++;
    }
    return arg;
}

int main(void) {
    pthread_t t1, t2;
    if (__VERIFIER_nondet_bool()) {
        first_writes = 1;
    } else {
        second_writes = 1;
    }
    pthread_create(&t1, NULL, first, NULL);
    pthread_create(&t2, NULL, second, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(writes <= 1);
    return 0;
}
