// expect: unknown order or distance of addresses in different objects
// what: the distance of two variables leads from the one to the other, but how far they are apart is up to the compiler
// analysis: value predicate predicate+value bmc
// args: --data-model LP64
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int a, b;

int main(void) {
    uintptr_t x = ((uintptr_t)&b - (uintptr_t)&a) / 4;
    int *p = (int *)((uintptr_t)&a + x * 4);
    *p = 1;
    assert(b == 0);
    return 0;
}
