// expect: true
// what: whatever the seeds, drawn numbers are not negative and have 31 bits
// args: --data-model LP64
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(7);
    int a = rand();
    srand(7);
    long b = random();
    assert(a >= 0 && b >= 0 && b <= 0x7fffffff);
    return 0;
}
