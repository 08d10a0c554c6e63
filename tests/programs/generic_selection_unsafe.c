// expect: false(unreach-call)
// what: _Generic: a long is chosen by its type
#include <assert.h>

#define kind(x) _Generic((x), int : 1, long : 3, char * : 3, default : 4)

static int of_int(int x) {
    return x;
}
static int of_long(long x) {
    return (int)x + 100;
}
#define call(x) _Generic((x), int : of_int, long : of_long)(x)

_Static_assert(__builtin_types_compatible_p(int, signed), "one type");

int main(void) {
    long wide = 1;
    char *text = 0;
    unsigned char byte = 0;
    assert(kind(5) == 1 && kind(wide) == 2 && kind(text) == 3 && kind(byte) == 4);
    assert(call(2) == 2 && call(wide) == 101);
    assert(__builtin_choose_expr(sizeof wide == 4, wide, text) == 1);
    return 0;
}
