// expect: false(unreach-call)
// what: memcpy of no elements at all leaves the first as it is
// analysis: predicate predicate+value bmc
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int from[3] = {1, 2, 3}, to[3] = {7, 7, 7};
    unsigned count = __VERIFIER_nondet_uint();
    if (count > 2) count = 2;
    memset(to, 0, count * sizeof(int));
    assert(to[2] == 7 && (count == 0 || to[0] == 0));
    memcpy(to, from, count * sizeof(int));
    assert(to[0] == 1);
    return 0;
}
