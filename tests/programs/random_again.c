// expect: unknown another number was drawn after the same seed
// what: the same seed gives the same number: that they differ must not be claimed. Without a seed it is 1
#include <assert.h>
#include <stdlib.h>

int main(void) {
    rand();
    int a = rand();
    srand(1);
    rand();
    int b = rand();
    assert(a == b);
    return 0;
}
