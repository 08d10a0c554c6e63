// expect: true
// args: --property no-overflow
// what: unsigned arithmetic wraps, conversions and small types do not count, and what is computed fits just so
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned u = (unsigned)x * 3u + 7u;
    u = -u;
    char small = (char)x;
    small++;
    short narrow = (short)(u << 3);
    narrow += 1;
    long long wide = (long long)x * x;
    if (x > INT_MIN) x = -x;
    if (x != INT_MIN) x = x / -1;
    if (0 <= x && x <= INT_MAX >> 4) x = x << 4;
    if (-1073741824 <= x && x <= 1073741823) x = x * 2;
    return (int)(wide >> 40) + small + narrow;
}
