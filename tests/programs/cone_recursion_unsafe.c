// expect: false(unreach-call)
// what: the frames of a recursive function add up to 3, which the caller that waits looks at
// args: --coi dynamic
#include <assert.h>

int result;

static int sum_to(int n) {
    int mine;
    mine = n;
    if (n == 0) return 0;
    int below = sum_to(n - 1);
    return mine + below;
}

int main(void) {
    result = sum_to(2);
    assert(result != 3);
    return 0;
}
