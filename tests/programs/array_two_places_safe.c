// expect: true
// what: the two writes lie at indices that are inputs; both values are read only if the second one lies elsewhere, and then it is read there
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
    int first = cells[0], second = cells[1];
    if (first == second || first + second > 3) reach_error();
    return 0;
}
