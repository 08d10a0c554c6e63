// expect: unknown equality of addresses that depends on where objects lie
// what: equal string literals are one object or two
// analysis: value predicate predicate+value bmc
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    const char *p = "abc", *q = "abc";
    assert(p == q);
    return 0;
}
