// expect: unknown a violation that takes a function without a body which changes 'number'
// what: a function without a body may have kept the address that another one was given before
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
