// expect: unknown may change what lies at an address in a value that 'install' is given
// what: a number that a function without a body is given may be an address
#include <assert.h>
#include <stdint.h>

extern void install(uintptr_t handle);
static int number;

int main(void) {
    uintptr_t handle = (uintptr_t)&number;
    install(handle);
    assert(number == 0);
    return 0;
}
