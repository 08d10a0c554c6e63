// expect: true
// what: the last bytes of the address space are named, but neither read nor written
// args: --data-model LP64
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int choice = __VERIFIER_nondet_int();
    int *block = malloc(sizeof *block), *wild = (int *)-1L;
    *block = choice;
    if (choice == 1 && choice == 2) return *wild;
    assert(*block == choice && (long)wild == -1);
    return 0;
}
