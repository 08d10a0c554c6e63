// expect: true
// what: the value of a statement expression is a copy of the structure
// args: --property valid-deref
#include <assert.h>

struct pair {
    int a, b;
};

int main(void) {
    int *p;
    struct pair r = ({
        struct pair t = {1, 2};
        p = &t.a;
        *p = 5;
        t;
    });
    p = &r.a;
    assert(*p == 5 && r.b == 2);
    return *p + r.b;
}
