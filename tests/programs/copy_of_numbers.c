// expect: unknown copy of struct record
// what: a structure with a number that is not modelled is copied; its bytes can be looked at
#include <assert.h>

struct record {
    int tag;
    long double number;
};

static struct record first, second;

int main(void) {
    ((char *)&first.number)[1] = 3;
    second = first;
    assert(((char *)&second.number)[1] == 3);
    return 0;
}
