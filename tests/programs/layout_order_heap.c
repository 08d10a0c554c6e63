// expect: unknown order or distance of addresses in different objects
// what: malloc gives addresses in any order
// analysis: value predicate predicate+value bmc
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    assert(p < q);
    return 0;
}
