// expect: true
// what: the number of rounds is an input between 0 and 2, so at most two increments happen
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int count;

void *worker(void *arg) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 2);
    for (int i = 0; i < n; i++) {
        count++;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(count <= 2);
    return 0;
}
