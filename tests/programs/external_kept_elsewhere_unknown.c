// expect: unknown which has no body and may change 'number'
// what: the variable of main that was handed over may be changed while another function is called
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
