// expect: unknown
// what: an element of an object of unknown size so far from its start that the next such object lies
// what: there in the model: it must not be taken for that one
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned length = __VERIFIER_nondet_uint();
    if (length < 20000000 || length > 30000000) return 0;
    int *first = malloc(length * sizeof *first);
    int *second = malloc(length * sizeof *second);
    second[0] = 1;
    first[0x4000000 / sizeof *first] = 2;
    assert(second[0] != 1);
    return 0;
}
