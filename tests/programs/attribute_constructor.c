// expect: unknown a function that runs before main
// what: a constructor has set x before main reads it, and main must not be judged without it
#include <assert.h>

int x;

__attribute__((constructor)) static void early(void) {
    x = 1;
}

int main(void) {
    assert(x == 0);
    return 0;
}
