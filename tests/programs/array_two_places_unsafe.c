// expect: false(unreach-call)
// what: the two writes lie at indices that are inputs; what the first one wrote is read after the second one, which is possible because they lie at different places
// analysis: value predicate predicate+value bmc order
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

int cells[2];

void *writer(void *arg) {
    cells[__VERIFIER_nondet_uint() % 2] = 1;
    cells[__VERIFIER_nondet_uint() % 2] = 2;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_join(t, NULL);
    if (cells[__VERIFIER_nondet_uint() % 2] == 1) reach_error();
    return 0;
}
