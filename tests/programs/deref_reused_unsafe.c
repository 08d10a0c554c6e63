// expect: false(valid-deref)
// args: --property valid-deref
// what: the old pointer is used, though malloc may give the same address again
#include <stdlib.h>

static int *new_number(int n) {
    int *made = malloc(sizeof *made);
    *made = n;
    return made;
}

int main(void) {
    int *first = new_number(1);
    free(first);
    int *second = new_number(2);
    int result = *first;
    free(second);
    return result;
}
