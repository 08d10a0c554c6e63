// expect: false(unreach-call)
// what: arithmetic that tells of overflow, on inputs: 2147483548 + 100 does not fit
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), sum;
    unsigned product;
    long long wide;
    if (x < -2147483647 - 1 + 20) return 0;
    x -= 20;
    if (__builtin_add_overflow(x, 100, &sum)) {
        assert(x > 2147483548 && sum == (int)((unsigned)x + 100));
    } else {
        assert(sum - 100 == x);
    }
    assert(!__builtin_sub_overflow(x, 1u, &wide) && wide + 1 == x);
    assert(__builtin_mul_overflow(x, 0x20000u, &product) == (x < 0 || x >= 0x8000));
    assert(__builtin_usub_overflow(1, 2, &product) && product == 0xffffffff);
    if (sum < 0) assert(__builtin_mul_overflow(sum, 1, &product));
    return 0;
}
