#include <part.h>

#include <assert.h>

static int step = 5; /* not that of the other file */

int main(void) {
    add();
    add();
    assert(total == 6 && step == 5);
    return 0;
}
