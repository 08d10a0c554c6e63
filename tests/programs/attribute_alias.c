// expect: unknown another name of a symbol
// what: two names of one variable: what is written under one is read under the other
#include <assert.h>

int x;
extern int y __attribute__((alias("x")));

int main(void) {
    y = 1;
    assert(x == 0);
    return 0;
}
