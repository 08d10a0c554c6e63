// expect: false(unreach-call)
// what: an input of 2 fails the assertion; one of 1 reads and one of 3 writes at the very end of the address space, where address + size wraps
// args: --data-model LP64
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int choice = __VERIFIER_nondet_int();
    int *block = malloc(sizeof *block), *wild = (int *)-1L;
    *block = choice;
    if (choice == 1) return *wild;
    if (choice == 3) *wild = 3;
    assert(*block != 2);
    return 0;
}
