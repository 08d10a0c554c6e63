// expect: true
// what: switch over a loop entered in its middle, with declarations before the first case, default in
// what: the middle, cases in nested blocks, an enumeration
#include <assert.h>

enum state { IDLE, BUSY = 5, DONE };

static int copies(int count) {
    int made = 0;
    switch (count % 4) {
    case 0:
        do {
            made++;
        case 3: made++;
        case 2: made++;
        case 1: made++;
        } while ((count -= 4) > 0);
    }
    return made;
}

static int step(enum state state, int x) {
    switch (state) {
        int unused;
    default: return x;
    case BUSY:
        if (x) {
        case DONE: return x + 1;
        }
        break;
    case IDLE:; /* nothing */
    }
    return -1;
}

int main(void) {
    assert(copies(7) == 7 && copies(4) == 4);
    assert(step(BUSY, 3) == 4 && step(BUSY, 0) == -1 && step(DONE, 0) == 1);
    assert(step(IDLE, 9) == -1 && step(3, 9) == 9);
    return 0;
}
