// expect: false(unreach-call)
// what: a byte at an index that is an input, in an int: byte 3 gives 0x1000000
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned word = 0, index = __VERIFIER_nondet_uint();
    if (index > 3) return 0;
    ((unsigned char *)&word)[index] = 1;
    assert(word == 1 || word == 0x100 || word == 0x10000);
    return 0;
}
