// models: __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_clz __builtin_clzl
//   __builtin_clzll __builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_popcount __builtin_popcountl
//   __builtin_popcountll __builtin_parity __builtin_parityl __builtin_parityll __builtin_ffs
//   __builtin_ffsl __builtin_ffsll
// assumes: nothing; of 0 clz and ctz are refused
#include "conformance.h"

static const unsigned long long inputs[] = {1, 2, 3, 0x80, 0x1234, 0x80000000, 0xffffffff, 0xf0f0f0f01, ~0ull,
                                            0x8000000000000001};

int main(void) {
    for (int i = 0; i < 10; i++) {
        unsigned long long x = inputs[i];
        exact(__builtin_bswap16(x));
        exact(__builtin_bswap32(x));
        exact(__builtin_bswap64(x));
        exact(__builtin_clz(x | 1u));
        exact(__builtin_clzl(x | 1u));
        exact(__builtin_clzll(x));
        exact(__builtin_ctz(x | 1u << 31));
        exact(__builtin_ctzl(x | 1u << 31));
        exact(__builtin_ctzll(x));
        exact(__builtin_popcount(x));
        exact(__builtin_popcountl(x));
        exact(__builtin_popcountll(x));
        exact(__builtin_parity(x));
        exact(__builtin_parityl(x));
        exact(__builtin_parityll(x));
        exact(__builtin_ffs(x));
        exact(__builtin_ffsl(x));
        exact(__builtin_ffsll(x));
    }
    unsigned long long zero = inputs[0] - 1;
    exact(__builtin_ffs(zero));
    exact(__builtin_ffsll(zero));
    exact(__builtin_popcount(zero));
    exact(__builtin_parityll(zero));
    finish();
}
