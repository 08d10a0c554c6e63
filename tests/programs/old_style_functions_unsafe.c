// expect: false(unreach-call)
// what: functions defined the old way: 4 * 44 is not 132
#include <assert.h>

int scale(factor, value)
int factor;
unsigned char value;
{
    return factor * value;
}

int later();

int main() {
    assert(scale(4, 300) == 132);
    assert(later(1, 2) == 3);
    return 0;
}

int later(int a, int b) {
    return a + b;
}
