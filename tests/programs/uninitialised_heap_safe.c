// expect: true
// what: memory from calloc and static memory are zero; what malloc gives is read only where it was
// what: written
#include <assert.h>
#include <stdlib.h>

struct box {
    int full, content[3];
};

int main(void) {
    struct box *zero = calloc(2, sizeof *zero), *box = malloc(sizeof *box);
    static struct box fixed;
    box->content[1] = 42;
    assert(box->content[1] + fixed.content[1] + zero[1].content[1] + zero[0].full == 42);
    free(box);
    free(zero);
    return 0;
}
