// expect: true
// what: labels of one name that are declared with __label__ are different ones
#include <assert.h>
#define UNLESS(c)                                                                                  \
    ({                                                                                             \
        __label__ out;                                                                             \
        int result = 0;                                                                            \
        if (c) goto out;                                                                           \
        result = 1;                                                                                \
    out:                                                                                           \
        result;                                                                                    \
    })

int main(void) {
    int a = UNLESS(1), b = UNLESS(0), sum = 0;
    for (int i = 0; i < 3; i++) sum += UNLESS(i == 1);
    assert(a == 0 && b == 1 && sum == 2);
    return 0;
}
