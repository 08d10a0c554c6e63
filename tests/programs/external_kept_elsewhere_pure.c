// expect: true
// what: functions without a body are said to change nothing but what they are given to write
// args: --external pure
#include <assert.h>

extern void keep(int *place);
extern void poke(void);

static void helper(void) {
    poke();
}

int main(void) {
    int number = 1;
    keep(&number);
    number = 0;
    helper();
    assert(number == 0);
    return 0;
}
