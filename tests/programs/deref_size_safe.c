// expect: true
// args: --property valid-deref
// what: the allocation has room for both members
#include <stdlib.h>

struct pair {
    int first, second;
};

int main(void) {
    char *bytes = malloc(sizeof(struct pair));
    struct pair *pair = (struct pair *)bytes;
    pair->second = 2;
    int result = pair->second;
    free(bytes);
    return result - 2;
}
