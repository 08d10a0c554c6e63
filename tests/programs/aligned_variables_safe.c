// expect: true
// what: variables lie as their attributes ask for, in static memory and on the stack
// args: --data-model LP64
// analysis: value predicate+value bmc
#include <assert.h>
#include <stdint.h>

static char before, wide __attribute__((aligned(64)));
static _Alignas(128) int wider;
struct __attribute__((aligned(32))) padded {
    int x;
} object;

static int inner(int n) {
    int plain;
    _Alignas(64) int local;
    int *at = &local, *other = &plain;
    *other = n;
    assert((uintptr_t)at % 64 == 0);
    return *other;
}

int main(void) {
    int here, *at = &here;
    *at = before;
    assert((uintptr_t)&wide % 64 == 0 && ((uintptr_t)&wider & 127) == 0);
    assert((uintptr_t)&object % 32 == 0);
    return inner(2) + *at;
}
