// expect: false(valid-deref)
// args: --property valid-deref
// what: the second member begins inside of the allocation and ends outside
#include <stdlib.h>

struct pair {
    int first, second;
};

int main(void) {
    char *bytes = malloc(sizeof(struct pair) - 1);
    struct pair *pair = (struct pair *)bytes;
    pair->second = 2;
    int result = pair->second;
    free(bytes);
    return result - 2;
}
