// expect: true
// what: a byte at an index that is an input, in an int; and an int at an input's place in a buffer
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned word = 0, index = __VERIFIER_nondet_uint();
    unsigned char buffer[12] = {0};
    if (index > 2) return 0;
    ((unsigned char *)&word)[index] = 1;
    assert(word == 1 || word == 0x100 || word == 0x10000);
    *(unsigned *)(buffer + 4 * index) = 0x0203;
    assert(buffer[4 * index + 1] == 2);
    assert(buffer[4 * index + 2] == 0);
    return 0;
}
