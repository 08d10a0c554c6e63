// expect: unknown equality of addresses that depends on where objects lie
// what: where one array ends the next variable may begin, or not
// analysis: value predicate predicate+value bmc
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int array[2], next;

int main(void) {
    int *end = array + 2;
    assert(end != &next);
    return 0;
}
