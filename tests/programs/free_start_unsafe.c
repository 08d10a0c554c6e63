// expect: false(valid-free)
// args: --property valid-free
// what: an address inside of the allocation is freed
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(4 * sizeof *numbers), *last = numbers;
    for (int i = 0; i < 4; i++) *last++ = i;
    free(last - 3);
    return 0;
}
