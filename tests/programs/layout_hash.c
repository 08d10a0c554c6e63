// expect: unknown a number computed from an address depends on where objects lie
// what: whether two addresses have the same hash is up to malloc
// analysis: value predicate predicate+value bmc
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int table[8];

static unsigned hash(const void *p) {
    return (unsigned)((uintptr_t)p >> 4) % 8;
}

int main(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    table[hash(p)] = 1;
    table[hash(q)] = 2;
    assert(table[hash(p)] == 1);
    return 0;
}
