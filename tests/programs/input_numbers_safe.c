// expect: true
// what: scanf tells how many numbers it has stored; behind one that does not fit nothing is stored
#include <assert.h>
#include <stdio.h>

int main(void) {
    int a = 0, b = 0;
    int count = scanf("%d %d", &a, &b);
    assert(count >= -1 && count <= 2);
    if (count < 2) assert(b == 0);
    if (count < 1) assert(a == 0);
    return 0;
}
