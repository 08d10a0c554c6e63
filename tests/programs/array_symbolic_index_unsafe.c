// expect: false(unreach-call)
// what: three dimensions with inputs as indices: the index 3 goes beyond the row into the next one
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static int space[3][3][2];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i > 1 || j > 3) return 0;
    space[i][j][1] = 7;
    int(*row)[2] = space[i];
    assert(row[j][1] == 7 && row[j][0] == 0);
    assert(space[1 - i][j > 2 ? 0 : 2 - j][1] == 0);
    return 0;
}
