// expect: unknown an initialiser that overrides a part of a structure
// what: compilers disagree about the rest of a structure given as a value of which a part is
// what: overridden: GCC makes it zero, clang keeps it
#include <assert.h>

struct pair {
    int a, b;
};

struct outer {
    struct pair pair;
};

int main(void) {
    struct pair pair = {1, 2};
    struct outer outer = {.pair = pair, .pair.b = 5};
    assert(outer.pair.a == 1);
    return 0;
}
