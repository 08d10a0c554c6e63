// expect: false(unreach-call)
// what: numbers drawn after different seeds, or one after the other, may differ
// args: --data-model LP64
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(7);
    int a = rand(), b = rand();
    srandom(8);
    long c = random();
    assert(a == b || b == c || c <= 9);
    return 0;
}
