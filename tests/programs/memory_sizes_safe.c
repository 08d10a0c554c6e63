// expect: true
// what: memset and memcpy of a number of elements that is an input
// analysis: predicate
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
    assert(count < 2 || to[1] == 2);
    return 0;
}
