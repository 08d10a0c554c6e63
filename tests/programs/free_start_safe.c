// expect: true
// args: --property valid-free
// what: what malloc gave is freed
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(4 * sizeof *numbers), *last = numbers;
    for (int i = 0; i < 4; i++) *last++ = i;
    free(last - 4);
    return 0;
}
