// expect: true
// what: functions without a body are said to change nothing but what they are given to write
// args: --external pure
#include <assert.h>

extern void keep(int *place);
extern void poke(void);

int main(void) {
    int number = 1;
    keep(&number);
    number = 0;
    poke();
    assert(number == 0);
    return 0;
}
