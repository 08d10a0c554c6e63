// expect: false(unreach-call)
// what: the distance of two variables, divided, multiplied and added, leads from the one to the other
// args: --data-model LP64
#include <assert.h>
#include <stdint.h>

int a, b;

int main(void) {
    uintptr_t x = ((uintptr_t)&b - (uintptr_t)&a) / 4;
    int *p = (int *)((uintptr_t)&a + x * 4);
    *p = 1;
    assert(b == 0);
    return 0;
}
