// expect: true
// what: three dimensions with inputs as indices, also through a pointer to a row
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static int space[2][3][2];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i > 1 || j > 2) return 0;
    space[i][j][1] = 7;
    int(*row)[2] = space[i];
    assert(row[j][1] == 7 && row[j][0] == 0);
    assert(space[1 - i][2 - j][1] == 0);
    return 0;
}
