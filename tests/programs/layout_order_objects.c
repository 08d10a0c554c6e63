// expect: unknown order or distance of addresses in different objects
// what: which of two variables comes first is up to the compiler
// analysis: value predicate predicate+value bmc
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int a, b;

int main(void) {
    int *p = &a, *q = &b;
    assert(p < q);
    return 0;
}
