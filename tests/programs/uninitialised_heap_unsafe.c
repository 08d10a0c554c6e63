// expect: false(unreach-call)
// what: memory from malloc holds anything until it is written, and so does a local variable: the
// what: error needs 42 in the one and 7 in the other
#include <assert.h>
#include <stdlib.h>

struct box {
    int full, content[3];
};

int main(void) {
    struct box *box = malloc(2 * sizeof *box), local;
    int plain;
    if (box[1].content[2] == 42 && local.content[0] == 7 && plain == 3) assert(box[0].full == 0);
    free(box);
    return 0;
}
