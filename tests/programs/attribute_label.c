// expect: unknown a symbol with the label of another one
// what: as with an alias, but it is the label for the assembler that makes two names one
#include <assert.h>

int x;
extern int y __asm__("x");

int main(void) {
    y = 1;
    assert(x == 0);
    return 0;
}
