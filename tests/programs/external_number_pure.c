// expect: true
// what: functions without a body are said to change nothing but what they are given to write
// args: --external pure
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
