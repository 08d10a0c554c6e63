// expect: true
// what: the second write overwrites the first whatever the index is: one cell is meant in any case
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
int cells[2], at;

void *writer(void *arg) {
    cells[0] = 1;
    cells[at - at] = 2;
    return arg;
}

int main(void) {
    pthread_t thread;
    at = __VERIFIER_nondet_int() != 0;
    pthread_create(&thread, NULL, writer, NULL);
    pthread_join(thread, NULL);
    assert(cells[0] != 1);
    return 0;
}
