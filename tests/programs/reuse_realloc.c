// expect: unknown equality of addresses that depends on where objects lie
// what: realloc may keep the address, or not
// analysis: value predicate predicate+value bmc
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p), *old = p;
    p = realloc(p, 2 * sizeof *p);
    assert(p != old);
    return 0;
}
