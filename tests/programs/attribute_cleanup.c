// expect: unknown a variable with a clean-up function
// what: a function is called with the address of the variable where its scope ends
#include <assert.h>

int x;

static void add(int *number) {
    x += *number;
}

static void scope(void) {
    __attribute__((cleanup(add))) int number = 3;
    number++;
}

int main(void) {
    scope();
    assert(x == 0);
    return 0;
}
