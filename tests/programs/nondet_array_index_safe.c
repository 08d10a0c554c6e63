// expect: true
// what: an input within the bounds picks the element that is changed; the sum grows by one
#include <assert.h>
#include <pthread.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int cells[2];
unsigned int chosen;

void *worker(void *arg) {
    cells[chosen]++;
    return arg;
}

int main(void) {
    pthread_t t;
    unsigned int i = __VERIFIER_nondet_uint();
    unsigned int j = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 2 && j < 2);
    __VERIFIER_assume(i != j);
    chosen = i;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    cells[j]++;
    assert(cells[0] == 1 && cells[1] == 1);
    return 0;
}
