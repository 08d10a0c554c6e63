// expect: unknown a number computed from an address depends on where objects lie
// what: an array of characters may lie at any address
// analysis: value predicate predicate+value bmc
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

char text[3];

int main(void) {
    assert((uintptr_t)text % 4 == 0);
    return 0;
}
