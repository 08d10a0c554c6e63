// expect: unknown calloc of more bytes than there are
// what: the product of the arguments is cut off: calloc returns NULL, a small object would be wrong
#include <assert.h>
#include <stdlib.h>

int main(void) {
    size_t count = ((size_t)-1 >> 2) + 2;
    int *numbers = calloc(count, sizeof(int));
    assert(!numbers);
    return 0;
}
