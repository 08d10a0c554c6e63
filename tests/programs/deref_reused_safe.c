// expect: true
// args: --property valid-deref
// what: freed memory may come back; the new pointer is used
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
    int result = *second;
    free(second);
    return result;
}
