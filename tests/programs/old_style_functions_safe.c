// expect: true
// what: functions defined the old way, and declared without parameters: arguments are promoted and
// what: become what the parameter is
#include <assert.h>

int scale(factor, value)
int factor;
unsigned char value;
{
    return factor * value;
}

int later();

int main() {
    assert(scale(3, 300) == 132);
    assert(later(1, 2) == 3);
    return 0;
}

int later(int a, int b) {
    return a + b;
}
