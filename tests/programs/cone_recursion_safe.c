// expect: true
// what: what the frames of a recursive function hold matters for the result that their caller waits for
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
    assert(result == 3);
    return 0;
}
